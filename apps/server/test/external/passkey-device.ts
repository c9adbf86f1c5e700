/** A device with passkeys: an independent implementation of authenticators (nid-webauthn-emulator) behind the portal's API. */
import {
  type PasskeyAssertion,
  type PasskeyCreationOptions,
  type PasskeyRegistration,
  type PasskeyRequestOptions,
  passkeyEndpoints,
} from '@mi-portal/contract/passkeys/passkeys'
import {
  AuthenticatorEmulator,
  PasskeysCredentialsMemoryRepository,
  WebAuthnEmulator,
} from 'nid-webauthn-emulator'
import type { Portal } from '../portal.ts'

export const portalOrigin = 'https://portal.ejemplo.cl'

type Call = ReturnType<Portal['caller']>

export async function askSignIn(call: Call): Promise<PasskeyRequestOptions> {
  const { options } = await call(passkeyEndpoints.signInOptions)
  if (options === null) throw new Error('the portal has no passkeys')
  return options
}

type DeviceOptions = {
  /** Whether the device checks the person by finger, face or PIN. */
  readonly verifiesUser?: boolean
  /** How far the signature counter goes on with each use; 0: the device does not count. */
  readonly counts?: number
}

export function createPasskeyDevice({ verifiesUser = true, counts = 1 }: DeviceOptions = {}) {
  const authenticator = (userVerified: boolean) =>
    new AuthenticatorEmulator({
      // Otherwise all devices share one memory.
      credentialsRepository: new PasskeysCredentialsMemoryRepository(),
      signCounterIncrement: counts,
      verifications: { userPresent: true, userVerified },
      userMakeCredentialInteraction: () => ({ options: { up: true, uv: userVerified } }),
      userGetAssertionInteraction: () => ({ options: { up: true, uv: userVerified } }),
    })
  const emulator = new WebAuthnEmulator(authenticator(verifiesUser))

  const create = (options: PasskeyCreationOptions, origin = portalOrigin): PasskeyRegistration => {
    const {
      authenticatorAttachment: _,
      clientExtensionResults: __,
      ...credential
    } = emulator.createJSON(origin, options as Parameters<typeof emulator.createJSON>[1])
    return credential as PasskeyRegistration
  }

  const sign = (options: PasskeyRequestOptions, origin = portalOrigin): PasskeyAssertion => {
    const {
      authenticatorAttachment: _,
      clientExtensionResults: __,
      ...credential
    } = emulator.getJSON(origin, options as Parameters<typeof emulator.getJSON>[1])
    return credential as PasskeyAssertion
  }

  return {
    create,
    sign,
    /** From now on the device signs without checking the person, which no honest device does. */
    stopVerifying: () => {
      const { params } = emulator.authenticator
      emulator.authenticator = new AuthenticatorEmulator({
        ...params,
        verifications: { userPresent: true, userVerified: false },
        userGetAssertionInteraction: () => ({ options: { up: true, uv: false } }),
      })
    },
    /** Adds a passkey to the account of a caller, as its owner would. */
    register: async (call: Call, name = 'Mi teléfono') => {
      const { options } = await call(passkeyEndpoints.registerOptions)
      return (await call(passkeyEndpoints.register, { body: { name, credential: create(options) } })).passkey
    },
    signIn: async (call: Call): Promise<PasskeyAssertion> => sign(await askSignIn(call)),
  }
}
