/** Random tokens, of which only the hash is stored, and signed keys for addresses that are opened without a session header. */
import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { passwordRules } from '@mi-portal/contract/values/password'
import type { Secrets } from './secrets.ts'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

function pick(alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')
}

function inGroups(text: string, size: number): string {
  return text.match(new RegExp(`.{1,${size}}`, 'g'))?.join('-') ?? ''
}

// Without characters that people confuse when they copy them: 0 O o, 1 I l.
const readable = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Creates a temporary password of 19 characters and over 90 bits that meets the password rules. It is mailed and typed once. */
export function newTemporaryPassword(): string {
  for (;;) {
    const password = inGroups(pick(readable, 16), 4)
    if (passwordRules.every((rule) => rule.met(password))) return password
  }
}

/** Creates a recovery code of 50 bits that can be stored on paper: `K7QXM-2RTPD`. */
export function newRecoveryCode(): string {
  return inGroups(pick('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 10), 5)
}

/** Creates a code of six digits that can be passed on by voice. Its user limits the attempts to guess it. */
export function newSpokenCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

type KeyedHash = {
  readonly of: (text: string) => Buffer
  readonly candidates: (text: string) => Buffer[]
}

/** Creates keyed hashes for texts that are too short for a plain hash: with the database alone they cannot be guessed. */
export function createKeyedHash(secrets: Secrets, purpose: string): KeyedHash {
  const [now, ...earlier] = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, 'mi-portal', purpose, 32))
    return (text: string) => createHmac('sha256', key).update(text).digest()
  })
  if (now === undefined) throw new Error('no secret is configured')
  return { of: now, candidates: (text) => [now, ...earlier].map((hashed) => hashed(text)) }
}

export type Signer = {
  readonly sign: (values: readonly number[]) => string
  readonly open: (key: string) => number[] | null
}

/** Creates a signer with signatures of 128 bits, under a key derived from the installation's secret for this purpose only. */
export function createSigner(secrets: Secrets, purpose: string): Signer {
  const [sign, ...earlier] = secrets.map((secret) => {
    // The key object is created once: creating it for each signature would cost more than the signature.
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'mi-portal', purpose, 32)))
    return (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 16)
  })
  if (sign === undefined) throw new Error('no secret is configured')
  const isRight = (given: Buffer, text: string) =>
    [sign, ...earlier].some((mac) => given.length === 16 && timingSafeEqual(given, mac(text)))
  return {
    sign: (values) => {
      const text = values.map((value) => value.toString(36)).join('.')
      return `${text}.${sign(text).toString('base64url')}`
    },
    open: (signed) => {
      const cut = signed.lastIndexOf('.')
      if (cut < 1) return null
      const text = signed.slice(0, cut)
      if (!isRight(Buffer.from(signed.slice(cut + 1), 'base64url'), text)) return null
      const values = text.split('.').map((part) => Number.parseInt(part, 36))
      return values.every(Number.isSafeInteger) ? values : null
    },
  }
}
