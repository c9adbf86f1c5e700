/** The calls that add, rename and remove passkeys of the signed-in user. */
import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { passkeysQuery } from '../session/passkey.queries.ts'
import { secondFactorQuery } from '../session/second-factor.queries.ts'
import { fallback } from '../session/session.queries.ts'

function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
}

/** Creates a passkey on this device and adds it under the name. */
export function useAddPasskey() {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (name: string) => {
      const { createPasskey } = await import('../session/passkey-device.flow.ts')
      const { options } = await call(passkeyEndpoints.registerOptions, {}, { fallback })
      const credential = await createPasskey(options)
      return call(passkeyEndpoints.register, { body: { name, credential } }, { fallback })
    },
    // A passkey is a second factor too.
    onSuccess: () =>
      Promise.all([refresh(), client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })]),
  })
}

export function useRenamePasskey() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call(passkeyEndpoints.rename, { params: { id }, body: { name } }, { fallback }),
    onSuccess: refresh,
  })
}

export function useRemovePasskey() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: number) => call(passkeyEndpoints.remove, { params: { id } }, { fallback }),
    onSuccess: refresh,
  })
}
