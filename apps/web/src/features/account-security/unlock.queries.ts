/** The call that unlocks the own account with the proof of an identity check. */
import { accountUnlockEndpoints } from '@mi-portal/contract/account-security'
import { useMutation } from '@tanstack/react-query'
import { callWithoutSession } from '../../lib/call.ts'

export function useUnlockByIdentity() {
  return useMutation({
    mutationFn: (body: { document_number: string; solem: string }) =>
      callWithoutSession(accountUnlockEndpoints.unlock, { body }),
  })
}
