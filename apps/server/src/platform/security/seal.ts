/** Encryption of what must not be readable where it lies: AES-256-GCM under a key of the installation's secret. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

export type Sealer = {
  /** Names the key in force; changes with the secret. */
  readonly id: string
  /** Sealed bytes: 12 of nonce, 16 of tag, then the cipher text. They open only for the same `place`. */
  readonly seal: (clear: Uint8Array, place: string) => Buffer
  /** The clear bytes, or null when they were sealed under another key, for another place, or changed. */
  readonly open: (sealed: Uint8Array, place: string) => Buffer | null
  /** The same sealed under the key in force; null where it is that already, or cannot be opened. */
  readonly renew: (sealed: Uint8Array, place: string) => Buffer | null
}

/** For the pictures of a passport. */
export function passportSealer(secrets: Secrets): Sealer {
  return createSealer(secrets, 'passport-pictures')
}

function keyOf(secret: string, purpose: string): Buffer {
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

/** A sealer for one purpose; another purpose has another key. */
export function createSealer([current, ...previous]: Secrets, purpose: string): Sealer {
  const key = keyOf(current, purpose)
  const earlier = previous.map((secret) => keyOf(secret, purpose))
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
