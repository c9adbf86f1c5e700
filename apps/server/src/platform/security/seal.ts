/** Encryption of what must not be readable where it lies: AES-256-GCM under a key of the installation's secret. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export type Sealer = {
  /** Names the key; changes with the secret. */
  readonly id: string
  /** Sealed bytes: 12 of nonce, 16 of tag, then the cipher text. They open only for the same `place`. */
  readonly seal: (clear: Uint8Array, place: string) => Buffer
  /** The clear bytes, or null when they were sealed under another key, for another place, or changed. */
  readonly open: (sealed: Uint8Array, place: string) => Buffer | null
}

/** For the pictures of a passport. */
export function passportSealer(secret: string): Sealer {
  return createSealer(secret, 'passport-pictures')
}

/** A sealer for one purpose; another purpose has another key. */
export function createSealer(secret: string, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'mi-portal', `seal ${purpose}`, 32))
  return {
    id: createHash('sha256').update(key).digest('hex').slice(0, 12),
    seal: (clear, place) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const text = Buffer.concat([cipher.update(clear), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open: (sealed, place) => {
      if (sealed.byteLength < 28) return null
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(12, 28))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
