/** The calls about the security of an account: its sign-ins, reports of a use, and locks. */
import {
  accountSecurityEndpoints,
  type LockReason,
  staffAccountEndpoints,
} from '@mi-portal/contract/account-security'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { sendWithRobotCheck } from '../../lib/robot-check.ts'

const fallback = 'No se recibió respuesta del servidor'

export function signInsQuery(userId: number, page: number) {
  return queryOptions({
    queryKey: ['account-security', 'sign-ins', userId, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        accountSecurityEndpoints.signIns,
        { query: { page: String(page) } },
        { signal, fallback: 'Error server al obtener tus inicios de sesión' },
      ),
  })
}

export function sessionQuery(userId: number) {
  return queryOptions({
    queryKey: ['account-security', 'session', userId],
    queryFn: async ({ signal }) =>
      (
        await call(
          accountSecurityEndpoints.session,
          {},
          { signal, fallback: 'Error server al obtener tu sesión' },
        )
      ).session,
  })
}

/** Reports a sign-in of the user. The server ends all sessions, this one too. */
export function useReportSignIn() {
  return useMutation({
    mutationFn: (id: number) => call(accountSecurityEndpoints.reportSignIn, { params: { id } }, { fallback }),
  })
}

/** Locks the user's own account. The server ends all sessions, this one too. */
export function useLockAccount() {
  return useMutation({ mutationFn: () => call(accountSecurityEndpoints.lock, {}, { fallback }) })
}

export function useReportByLink(token: string) {
  return useMutation({
    mutationFn: () => call(accountSecurityEndpoints.reportByLink, { body: { token } }, { fallback }),
  })
}

export function useLockByLink(token: string) {
  return useMutation({
    mutationFn: () => call(accountSecurityEndpoints.lockByLink, { body: { token } }, { fallback }),
  })
}

/** Requests the link that locks an account. */
export function requestLock(values: { document_type_id: DocumentTypeId; document_number: string }) {
  return sendWithRobotCheck('lock', (altcha) =>
    call(accountSecurityEndpoints.requestLock, { body: { ...values, altcha } }, { fallback }),
  )
}

const stateKey = (id: number) => ['account-security', 'user', id] as const

/** The state of the account of another person, for staff. */
export function accountStateQuery(id: number) {
  return queryOptions({
    queryKey: stateKey(id),
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          staffAccountEndpoints.state,
          { params: { id } },
          { signal, fallback: 'Error server al obtener la seguridad de la cuenta' },
        )
      ).security,
  })
}

function useReloadState(id: number) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: stateKey(id) })
}

export function useLockUser(id: number) {
  const onSuccess = useReloadState(id)
  return useMutation({
    mutationFn: (reason: LockReason) =>
      call(staffAccountEndpoints.lock, { params: { id }, body: { reason } }, { fallback }),
    onSuccess,
  })
}

export function useUnlockUser(id: number) {
  const onSuccess = useReloadState(id)
  return useMutation({
    mutationFn: () =>
      call(staffAccountEndpoints.unlock, { params: { id }, body: { document_checked: true } }, { fallback }),
    onSuccess,
  })
}

export function useRequestReset(id: number) {
  return useMutation({
    mutationFn: () => call(staffAccountEndpoints.resetSecondFactor, { params: { id } }, { fallback }),
  })
}
