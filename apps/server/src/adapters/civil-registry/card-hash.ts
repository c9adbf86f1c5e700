/** Hashes of the numbers of identity cards. A key derived from the secret keeps the short numbers from being found by trying all. */
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createKeyedHash } from '../../platform/security/tokens.ts'

export type CardHash = {
  readonly of: (run: string, cardNumber: string) => string
  readonly matches: (stored: string, run: string, cardNumber: string) => boolean
  readonly isOfThisInstallation: (hash: string) => boolean
}

export function createCardHash(secrets: Secrets): CardHash {
  const keyed = createKeyedHash(secrets, 'registry-card')
  // Names the secret of a hash and reveals nothing about it.
  const keyNames = keyed.candidates('name of the key').map((mac) => mac.subarray(0, 4).toString('hex'))
  const toText = (run: string, cardNumber: string) => `${run} ${cardNumber.toUpperCase()}`
  const hashed = (mac: Buffer, position: number) => `${keyNames[position] ?? ''}.${mac.toString('base64url')}`
  return {
    of: (run, cardNumber) => hashed(keyed.of(toText(run, cardNumber)), 0),
    matches: (stored, run, cardNumber) =>
      keyed
        .candidates(toText(run, cardNumber))
        .map(hashed)
        .some(
          (hash) => hash.length === stored.length && timingSafeEqual(Buffer.from(hash), Buffer.from(stored)),
        ),
    isOfThisInstallation: (hash) =>
      /^[0-9a-f]{8}\.[\w-]{43}$/.test(hash) && keyNames.includes(hash.slice(0, 8)),
  }
}
