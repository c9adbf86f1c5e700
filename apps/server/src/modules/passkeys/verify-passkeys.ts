import { createHash } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import {
  type PasskeyAssertion,
  type PasskeyRegistration,
  type PasskeyRequestOptions,
  passkeyLimits,
} from '@mi-portal/contract/passkeys/passkeys'
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import type { Context } from '../../platform/context/context.ts'
import { findRow } from '../../platform/database/database.ts'
import { newToken } from '../../platform/security/tokens.ts'
import type { ChallengePurpose, StoredPasskey } from './passkeys.sql.ts'
import * as passkeysSql from './passkeys.sql.ts'
import { getRelyingParty, type RelyingParty } from './relying-party.rules.ts'

/** A passkey that signed a challenge. Its use counts only once `counter` is stored. */
type ProvenPasskey = StoredPasskey & { readonly counter: number }

export type VerifiedCredential = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

export const passkeyTimeoutMs = passkeyLimits.minutes * 60_000

const hashChallenge = (challenge: string) => createHash('sha256').update(challenge).digest()

export function requireRelyingParty(ctx: Context): RelyingParty {
  const relyingParty = getRelyingParty(ctx.config.publicUrl)
  if (relyingParty === null) throw new ApiError('notFound')
  return relyingParty
}

export async function createChallenge(
  ctx: Context,
  purpose: ChallengePurpose,
  sessionId: number | null,
): Promise<string> {
  const challenge = newToken()
  const now = ctx.clock.now()
  await passkeysSql.putChallenge(ctx.db, {
    challenge_hash: hashChallenge(challenge),
    purpose,
    session_id: sessionId,
    now,
  })
  return challenge
}

/** Uses up the signed challenge before anything is verified. Returns null if it is unknown, used, expired or for something else. */
async function consumeChallenge(
  ctx: Context,
  clientDataJSON: string,
  purpose: ChallengePurpose,
  sessionId: number | null,
): Promise<string | null> {
  const challenge = readChallenge(clientDataJSON)
  if (challenge === null) return null
  const now = ctx.clock.now()
  const given = { challenge_hash: hashChallenge(challenge), purpose, session_id: sessionId, now }
  return (await passkeysSql.consumeChallenge(ctx.db, given)) ? challenge : null
}

export async function createRequestOptions(
  ctx: Context,
  purpose: 'sign-in' | 'confirm',
  sessionId: number | null,
  allowCredentials: PasskeyRequestOptions['allowCredentials'],
): Promise<PasskeyRequestOptions> {
  const { id } = requireRelyingParty(ctx)
  return {
    challenge: await createChallenge(ctx, purpose, sessionId),
    timeout: passkeyTimeoutMs,
    rpId: id,
    allowCredentials,
    userVerification: 'required',
  }
}

export async function verifyRegistration(
  ctx: Context,
  credential: PasskeyRegistration,
  sessionId: number,
): Promise<VerifiedCredential | null> {
  const { id, origin } = requireRelyingParty(ctx)
  const expectedChallenge = await consumeChallenge(
    ctx,
    credential.response.clientDataJSON,
    'register',
    sessionId,
  )
  if (expectedChallenge === null) return null
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { transports: _, ...response } = credential.response
  // The library throws for each wrong part.
  const verified = await verifyRegistrationResponse({
    response: { ...described(credential), response },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => null)
  return verified?.registrationInfo?.credential ?? null
}

export async function verifyAssertion(
  ctx: Context,
  credential: PasskeyAssertion,
  purpose: 'sign-in' | 'confirm',
  sessionId: number | null,
): Promise<ProvenPasskey | null> {
  const { id, origin } = requireRelyingParty(ctx)
  const { userHandle, ...response } = credential.response
  const expectedChallenge = await consumeChallenge(ctx, response.clientDataJSON, purpose, sessionId)
  if (expectedChallenge === null) return null
  const passkey = await findRow(ctx.db, passkeysSql.byCredential, {
    credential_id: Buffer.from(credential.id, 'base64url'),
  })
  if (passkey === null) return null
  const handle = Buffer.from(passkey.user_handle).toString('base64url')
  // In a sign-in the authenticator names the account (WebAuthn, 7.2, step 6).
  if (userHandle == null ? purpose === 'sign-in' : userHandle.replace(/=+$/, '') !== handle) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyAuthenticationResponse({
    response: { ...described(credential), response },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: { id: credential.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
  }).catch(() => null)
  return verified?.verified ? { ...passkey, counter: verified.authenticationInfo.newCounter } : null
}

function described({ id, rawId, type }: PasskeyAssertion | PasskeyRegistration) {
  return { id, rawId, type, clientExtensionResults: {} }
}

function readChallenge(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    const isObject = typeof data === 'object' && data !== null && 'challenge' in data
    return isObject && typeof data.challenge === 'string' ? data.challenge : null
  } catch {
    return null
  }
}
