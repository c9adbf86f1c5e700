/** Encryption of stored data: AES-256-GCM under a key derived from the installation's secret. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

export type Sealer = {
  readonly id: string
  /** Returns the sealed bytes: 12 of nonce, 16 of tag, then the cipher text. They can be opened only for the same `place`. */
  readonly seal: (clear: Uint8Array, place: string) => Buffer
  /** Returns the clear bytes, or null if they were sealed under an unknown key or for another place, or were changed. */
  readonly open: (sealed: Uint8Array, place: string) => Buffer | null
  /** Seals the bytes again under the current key. Returns null if they already are, or if they cannot be opened. */
  readonly renew: (sealed: Uint8Array, place: string) => Buffer | null
}

export function passportSealer(secrets: Secrets): Sealer {
  return createSealer(secrets, 'passport-pictures')
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'mi-portal', `seal ${purpose}`, 32))
}

function openWith(key: Buffer, sealed: Uint8Array, place: string): Buffer | null {
  if (sealed.byteLength < 28) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  } catch {
    return null
  }
}

/** Creates a sealer for one purpose. Each purpose has its own key. */
export function createSealer([current, ...previous]: Secrets, purpose: string): Sealer {
  const key = deriveKey(current, purpose)
  const earlier = previous.map((secret) => deriveKey(secret, purpose))
  const openEarlier = (sealed: Uint8Array, place: string): Buffer | null => {
    for (const old of earlier) {
      const clear = openWith(old, sealed, place)
      if (clear !== null) return clear
    }
    return null
  }
  const seal = (clear: Uint8Array, place: string): Buffer => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
    const text = Buffer.concat([cipher.update(clear), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), text])
  }
  return {
    id: createHash('sha256').update(key).digest('hex').slice(0, 12),
    seal,
    open: (sealed, place) => openWith(key, sealed, place) ?? openEarlier(sealed, place),
    renew: (sealed, place) => {
      if (openWith(key, sealed, place) !== null) return null
      const clear = openEarlier(sealed, place)
      return clear === null ? null : seal(clear, place)
    },
  }
}

/** The prefix of sealed texts, because their columns also hold texts that are not sealed. */
const mark = 'sealed:1:'

export type TextSealer = {
  readonly seal: (clear: string, place: string) => string
  /** Returns the clear text, also of a text that is not sealed; null for an unknown secret, another place or a changed text. */
  readonly open: (text: string, place: string) => string | null
}

function createTextSealer(secrets: Secrets, purpose: string): TextSealer {
  const sealer = createSealer(secrets, purpose)
  return {
    seal: (clear, place) => mark + sealer.seal(Buffer.from(clear), place).toString('base64'),
    open: (text, place) => {
      if (!text.startsWith(mark)) return text
      const opened = sealer.open(Buffer.from(text.slice(mark.length), 'base64'), place)
      return opened === null ? null : opened.toString()
    },
  }
}

export function mailSealer(secrets: Secrets): TextSealer {
  return createTextSealer(secrets, 'mail-bodies')
}
