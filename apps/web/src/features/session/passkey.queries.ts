/** The passkeys of the signed-in user, and the confirmation of a session with one. */
import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { fallback } from './session.queries.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(passkeyEndpoints.list, {}, { signal, fallback }),
})

/** Confirms the session with a passkey. Rejects with an `ApiError` or, without a passkey, with a `PasskeyError`. */
export async function confirmWithPasskey(): Promise<void> {
  const { requestPasskey } = await import('./passkey-device.flow.ts')
  const { options } = await call(passkeyEndpoints.confirmOptions, {}, { fallback })
  const credential = await requestPasskey(options)
  await call(passkeyEndpoints.confirm, { body: { credential } }, { fallback })
}

/** Records that the user does not want to be offered a passkey again. */
export function useDeclinePasskeys() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(passkeyEndpoints.declineOffer, {}, { fallback }),
    onMutate: () =>
      client.setQueryData(passkeysQuery.queryKey, (shown) => shown && { ...shown, offered: false }),
  })
}
