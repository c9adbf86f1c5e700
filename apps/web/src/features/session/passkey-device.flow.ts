/** Asks the browser to create and use passkeys. Its library is loaded with this file, which no page loads before it is needed. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { canHavePasskeys } from '@mi-portal/contract/passkeys/passkey-host'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@mi-portal/contract/passkeys/passkeys'
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** The browser did not give a passkey. `cancelled`: the user chose so, or another request of the page took its place. */
export class PasskeyError extends Error {
  readonly cancelled: boolean
  constructor(message: string, cancelled: boolean) {
    super(message)
    this.name = 'PasskeyError'
    this.cancelled = cancelled
  }
}

/** Returns whether this browser can use passkeys at this address. */
function supportsPasskeys(): boolean {
  return browserSupportsWebAuthn() && canHavePasskeys(window.location.hostname)
}

/** Returns whether this browser can offer passkeys in the field of a user name. */
export async function supportsPasskeysInField(): Promise<boolean> {
  return supportsPasskeys() && (await browserSupportsWebAuthnAutofill())
}

/** Asks for one of the user's passkeys. `inField`: offers them in the field of the user name instead of a window. */
export async function requestPasskey(
  optionsJSON: PasskeyRequestOptions,
  inField = false,
): Promise<PasskeyAssertion> {
  try {
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON: withTransports(optionsJSON),
      useBrowserAutofill: inField,
    })
    return { id, rawId, type, response }
  } catch (cause) {
    throw toPasskeyError(cause, 'No pudimos usar tu huella o PIN. Vuelve a intentar')
  }
}

/** Creates a passkey on the user's device. */
export async function createPasskey(optionsJSON: PasskeyCreationOptions): Promise<PasskeyRegistration> {
  try {
    const { id, rawId, type, response } = await startRegistration({
      optionsJSON: withTransports(optionsJSON),
    })
    const { clientDataJSON, attestationObject, transports } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
  } catch (cause) {
    throw toPasskeyError(cause, 'No pudimos agregar tu huella o PIN. Vuelve a intentar')
  }
}

/** The transports are texts of the portal, which browsers ignore where they do not know them. */
function withTransports<Options extends PasskeyRequestOptions | PasskeyCreationOptions>(options: Options) {
  return options as Parameters<typeof startAuthentication>[0]['optionsJSON'] &
    Parameters<typeof startRegistration>[0]['optionsJSON']
}

function toPasskeyError(cause: unknown, message: string): Error {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'InvalidStateError')
    return new PasskeyError('Este dispositivo ya entra con huella o PIN a tu cuenta', false)
  return new PasskeyError(message, name === 'NotAllowedError' || name === 'AbortError')
}

/** Returns the message of a failed call or passkey; null if the user cancelled. */
export function getPasskeyMessage(error: unknown): string | null {
  if (error instanceof PasskeyError) return error.cancelled ? null : error.message
  if (error instanceof CallError) return error.message
  throw error
}
