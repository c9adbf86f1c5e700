/**
 * Derives the keys of a session's stored data. The secret is the session's token, which the browser deletes when the session
 * ends: from then on nothing on the device can derive the keys again (decision record 116).
 */
import type { Sealed } from './device-database.ts'

/** Increase this number when the stored records change, so that a new release does not read those of an older one. */
const format = 1

export interface SessionKeys {
  /** Encrypts a value. The same name must be given to decrypt it. */
  seal(name: string, value: unknown): Promise<Sealed>
  /** Decrypts a value. Rejects when the key or the name is another. */
  unseal(name: string, sealed: Sealed): Promise<unknown>
  /** Returns the name under which a record is stored; it does not reveal the record's own name. */
  hideName(name: string): Promise<string>
}

const toBytes = (text: string) => new TextEncoder().encode(text)

/** Derives the keys of a user's session with HKDF-SHA-256. The keys cannot be exported. */
export async function deriveKeys(
  { token, id }: { token: string; id: number },
  salt: Uint8Array<ArrayBuffer>,
): Promise<SessionKeys> {
  const secret = await crypto.subtle.importKey('raw', toBytes(token), 'HKDF', false, ['deriveKey'])
  const purpose = (name: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt,
    info: toBytes(`offline ${format} ${name} ${id}`),
  })
  const [contents, names] = await Promise.all([
    crypto.subtle.deriveKey(purpose('contents'), secret, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
    crypto.subtle.deriveKey(purpose('names'), secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return {
    async seal(name, value) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const algorithm = { name: 'AES-GCM', iv, additionalData: toBytes(name) }
      return { iv, bytes: await crypto.subtle.encrypt(algorithm, contents, toBytes(JSON.stringify(value))) }
    },
    async unseal(name, { iv, bytes }) {
      const algorithm = { name: 'AES-GCM', iv, additionalData: toBytes(name) }
      return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, contents, bytes)))
    },
    async hideName(name) {
      const digest = new Uint8Array(await crypto.subtle.sign('HMAC', names, toBytes(name)))
      return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    },
  }
}
