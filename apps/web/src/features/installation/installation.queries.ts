/** Loads and changes the state of the installation, as super administrators see it. */
import { type IdentityMode, installationEndpoints } from '@mi-portal/contract/installation'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  staleTime: 0,
  queryFn: ({ signal }) =>
    call(
      installationEndpoints.state,
      {},
      { signal, fallback: 'Error server al obtener el estado del portal' },
    ),
})

/** Returns a function that loads the state of the installation again. */
export function useReloadInstallation() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: installationQuery.queryKey })
}

export function useChooseIdentity() {
  const reload = useReloadInstallation()
  return useMutation({
    mutationFn: (mode: IdentityMode) =>
      call(
        installationEndpoints.chooseIdentity,
        { body: { mode } },
        { fallback: 'No ha sido posible guardar la elección' },
      ),
    onSuccess: reload,
  })
}

export function useSendTestMail() {
  return useMutation({
    mutationFn: () =>
      call(
        installationEndpoints.sendTestMail,
        {},
        { fallback: 'No ha sido posible enviar el correo de prueba' },
      ),
  })
}
