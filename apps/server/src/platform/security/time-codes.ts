/** Time-based one-time codes (RFC 6238) as authenticator applications make them: SHA-1, six digits, thirty seconds. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const period = 30
// One step to either side: clocks of telephones are not exact, and people type slowly.
const window = 1

/** A new secret of 160 bits, the length RFC 4226 recommends. */
export function newSecret(): Buffer {
  return randomBytes(20)
}

function generator(secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP {
  const own = new Uint8Array(secret)
  return new TOTP({
    ...names,
    secret: new Secret({ buffer: own.buffer }),
    period,
    algorithm: 'SHA1',
    digits: 6,
  })
}

/** The secret as a person may type it, and the address a QR code carries. */
export function describeSecret(
  secret: Uint8Array,
  names: { issuer: string; label: string },
): { secret: string; uri: string } {
  const made = generator(secret, names)
  return { secret: made.secret.base32, uri: made.toString() }
}

/** The step of time that a code stands for, at most one away from `now`, or null. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | null {
  const delta = generator(secret).validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta
}
