/** Signs in with a passkey: by the button of the sign-in page, or chosen in the field of the document. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { call } from '../../lib/call.ts'
import { PasskeyError, requestPasskey, supportsPasskeysInField } from './passkey-device.flow.ts'
import { type Area, fallback, type SignInOutcome, storeSession } from './session.queries.ts'

/** The outcome: signed in, rejected, or ended by the user. */
export type PasskeyOutcome =
  | Extract<SignInOutcome, { next: 'portal' }>
  | { next: 'rejection'; error: CallError }
  | { next: 'cancelled' }

async function signIn(area: Area, inField: boolean): Promise<PasskeyOutcome> {
  try {
    const { options } = await call(passkeyEndpoints.signInOptions, {}, { fallback })
    if (options === null) throw new PasskeyError('Este portal no permite entrar con huella o PIN', inField)
    const credential = await requestPasskey(options, inField)
    storeSession(await call(passkeyEndpoints.signIn, { body: { area, credential } }, { fallback }))
    return { next: 'portal' }
  } catch (error) {
    if (error instanceof CallError) return { next: 'rejection', error }
    if (!(error instanceof PasskeyError)) throw error
    if (error.cancelled) return { next: 'cancelled' }
    return { next: 'rejection', error: CallError.fromWire(400, undefined, error.message) }
  }
}

/** Asks for a passkey in a window of the browser, and signs in with it. */
export function signInWithPasskey(area: Area): Promise<PasskeyOutcome> {
  return signIn(area, false)
}

/**
 * Lets the browser offer the user's passkeys in the field of the document. Resolves once one was chosen; a failure of the
 * preparation stays silent, because the user did not ask for it.
 */
export async function offerPasskeysInField(area: Area): Promise<PasskeyOutcome> {
  if (!(await supportsPasskeysInField())) return { next: 'cancelled' }
  const outcome = await signIn(area, true)
  return outcome.next === 'rejection' && !outcome.error.hasServerMessage ? { next: 'cancelled' } : outcome
}
