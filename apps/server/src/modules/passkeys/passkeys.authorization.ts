import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { defineCases, nothingThere, open, signedIn } from '../../../test/authorization/cases.ts'

const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
}

export const passkeysCases = defineCases('passkeys', passkeyEndpoints, {
  // The address of the test's portal is an IP address, which has no passkeys.
  signInOptions: open(),
  signIn: open({ body: { area: 'patient', credential: unknownPasskey }, ok: 404 }),
  confirmOptions: signedIn({ ok: 404, but: { temporary: 404 } }),
  confirm: signedIn({ body: { credential: unknownPasskey }, ok: 404, but: { temporary: 404 } }),
  list: signedIn(),
  registerOptions: signedIn({ ok: 404 }),
  register: signedIn({ body: {}, ok: 400 }),
  rename: signedIn({ ...nothingThere, body: { name: 'Mi teléfono' }, ok: 404 }),
  remove: signedIn({ params: nothingThere.params, ok: 404 }),
  declineOffer: signedIn(),
})
