/** The calls of the pages that protect an account without a session. */
import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { sendWithRobotCheck } from '../../lib/robot-check.ts'

export function useReportByLink(token: string) {
  return useMutation({
    mutationFn: () => call(accountSecurityEndpoints.reportByLink, { body: { token } }),
  })
}

export function useLockByLink(token: string) {
  return useMutation({
    mutationFn: () => call(accountSecurityEndpoints.lockByLink, { body: { token } }),
  })
}

/** Requests the link that locks an account. */
export function requestLock(values: {
  document_type_id: DocumentTypeId
  document_number: string
  /** The country that issued the passport; empty unless the server asked for it. */
  document_country?: string | null | undefined
}) {
  return sendWithRobotCheck('lock', (altcha) =>
    call(accountSecurityEndpoints.requestLock, { body: { ...values, altcha } }),
  )
}
