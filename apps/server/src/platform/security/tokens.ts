/** Random tokens whose hash alone is stored, and signed keys for addresses that need no header. */
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

/** A new opaque token of 256 bits. */
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

// Without signs that are taken for one another when they are copied by eye: 0 O o, 1 I l.
const readable = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password of 19 signs and over 90 bits, to be read in a mail and typed once; meets the rule of passwords. */
export function newTemporaryPassword(): string {
  for (;;) {
    const password = inGroups(pick(readable, 16), 4)
    if (passwordRules.every((rule) => rule.met(password))) return password
  }
}

/** A code of 50 bits to be kept on paper: `K7QXM-2RTPD`. */
export function newRecoveryCode(): string {
  return inGroups(pick('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 10), 5)
}

/** Six digits to be told by voice; whoever guesses has ten tries and needs the link too. */
export function newShareCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

type KeyedHash = {
  /** To be stored. */
  readonly of: (text: string) => Buffer
  /** What may be stored of that text: under the secret in force, or under an earlier one. */
  readonly candidates: (text: string) => Buffer[]
}

/** Hashes of what is too short to be hashed without a key: who has the database alone cannot guess it. */
export function createKeyedHash(secrets: Secrets, purpose: string): KeyedHash {
  const [now, ...earlier] = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, 'mi-portal', purpose, 32))
    return (text: string) => createHmac('sha256', key).update(text).digest()
  })
  if (now === undefined) throw new Error('there is no secret')
  return { of: now, candidates: (text) => [now, ...earlier].map((hashed) => hashed(text)) }
}

export type Signer = {
  /** A key that carries numbers and cannot be made or changed by anybody else. */
  readonly sign: (values: readonly number[]) => string
  /** The numbers of a key signed here, or null. */
  readonly open: (key: string) => number[] | null
}

/** Signs with 128 bits under a key derived from the installation's secret for this purpose alone. */
export function createSigner(secrets: Secrets, purpose: string): Signer {
  const [sign, ...earlier] = secrets.map((secret) => {
    // A key made ready once: made of its bytes anew for each mark, it costs more than the mark.
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'mi-portal', purpose, 32)))
    return (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 16)
  })
  if (sign === undefined) throw new Error('there is no secret')
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
