/** The calls of staff about the security of another person's account. */
import { type LockReason, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useReloadConfirmations } from '../confirmations/confirmations.queries.ts'

export const sawDocument = 'Revisé su documento de identidad en persona'

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
      call(staffAccountEndpoints.lock, { params: { id }, body: { reason } }),
    onSuccess,
  })
}

export function useUnlockUser(id: number) {
  const onSuccess = useReloadState(id)
  return useMutation({
    mutationFn: () =>
      call(staffAccountEndpoints.unlock, { params: { id }, body: { document_checked: true } }),
    onSuccess,
  })
}

export function useRequestReset(id: number) {
  const onSuccess = useReloadConfirmations()
  return useMutation({
    onSuccess,
    mutationFn: () => call(staffAccountEndpoints.resetSecondFactor, { params: { id } }),
  })
}

/** Creates the code with which a person at the counter removes a lost second factor. It is returned once. */
export function useGiveResetCode(id: number) {
  return useMutation({
    mutationFn: async () =>
      (await call(staffAccountEndpoints.giveResetCode, { params: { id }, body: { document_checked: true } }))
        .reset_code,
    // The code is only for this dialog.
    gcTime: 0,
  })
}
