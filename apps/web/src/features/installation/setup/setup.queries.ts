/** Opens the setup address, and creates the first super administrator with it. */
import { setupEndpoints } from '@mi-portal/contract/setup'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import type { SetupValues } from './setup.rules.ts'

export function setupLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['setup', token],
    retry: false,
    queryFn: ({ signal }) =>
      call(
        setupEndpoints.open,
        { body: { token } },
        { signal, fallback: 'No pudimos comprobar la dirección de configuración' },
      ),
  })
}

export function useCreateSuperAdmin(token: string) {
  return useMutation({
    mutationFn: ({ password_confirmation: _, ...values }: SetupValues) =>
      call(
        setupEndpoints.createSuperAdmin,
        { body: { token, ...values } },
        { fallback: 'No ha sido posible crear la cuenta' },
      ),
  })
}
