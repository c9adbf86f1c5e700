import { type serviceAccountDraft, serviceAccountEndpoints } from '@mi-portal/contract/fhir'
import { queryOptions } from '@tanstack/react-query'
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
export function openServiceAccount(body: z.output<typeof serviceAccountDraft>) {
  return call(
    serviceAccountEndpoints.create,
    { body },
    { fallback: 'Error server al crear la cuenta de servicio' },
  )
}

export function revokeServiceAccount(id: number) {
  return call(
    serviceAccountEndpoints.revoke,
    { params: { id } },
    { fallback: 'Error server al revocar la cuenta de servicio' },
  )
}
