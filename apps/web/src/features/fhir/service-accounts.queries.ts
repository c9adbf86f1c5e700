import { type serviceAccountDraft, serviceAccountEndpoints } from '@mi-portal/contract/fhir/fhir'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

export const serviceAccountsQuery = queryOptions({
  queryKey: ['service-accounts'],
  queryFn: async ({ signal }) =>
    (
      await call(
        serviceAccountEndpoints.list,
        {},
        { signal, fallback: 'Error server al obtener las cuentas de servicio' },
      )
    ).accounts,
})

/** Creates an account; only this answer contains its secret. */
export function useOpenServiceAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.output<typeof serviceAccountDraft>) =>
      call(
        serviceAccountEndpoints.create,
        { body },
        { fallback: 'Error server al crear la cuenta de servicio' },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: serviceAccountsQuery.queryKey }),
  })
}

/** Ends an account, and loads the list again even if the account had already ended. */
export function useRevokeServiceAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      call(
        serviceAccountEndpoints.revoke,
        { params: { id } },
        { fallback: 'Error server al revocar la cuenta de servicio' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: serviceAccountsQuery.queryKey }),
  })
}
