/**
 * Signs the address of a decision's landing page. Without a signature anyone could put their own text on a page of
 * the clinic as the name.
 */
import { createHash } from 'node:crypto'
import type { Landing } from '@mi-portal/contract/family/invitations'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createSigner } from '../../platform/security/tokens.ts'

type Signed = Omit<Landing, 's'>

export function createLandingsService(parts: { readonly secrets: Secrets }) {
  const signer = createSigner(parts.secrets, 'family-landing')

  /**
   * Returns the first 128 bits of the hash as four 32-bit numbers. The JSON array keeps the boundaries between the
   * parts in the hash.
   */
  function digest({ decision, document_type, document_number, name }: Signed): number[] {
    const text = JSON.stringify([decision, document_type, document_number, name])
    const hash = createHash('sha256').update(text).digest()
    return [0, 4, 8, 12].map((at) => hash.readUInt32BE(at))
  }

  return {
    /** Returns the `s` parameter of the page's address. */
    signLanding: (landing: Signed): string => signer.sign(digest(landing)),

    isGenuine: ({ s, ...landing }: Landing): boolean => {
      const given = signer.open(s)
      return given !== null && JSON.stringify(given) === JSON.stringify(digest(landing))
    },
  }
}

export type LandingsService = ReturnType<typeof createLandingsService>
