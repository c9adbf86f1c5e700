import { type ServiceScope, serviceAccountEndpoints } from '@mi-portal/contract/fhir'
import { queryOptions } from '@tanstack/react-query'
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

/** Opens an account; the answer holds its secret, this once. */
export function openServiceAccount(body: { name: string; scopes: ServiceScope[] }) {
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
