/** The legal texts of the clinic package. A text that someone could accept is never written over. */
import type { LegalKind } from '@mi-portal/contract/legal'
import type { Database, Queries } from '../../platform/database/database.ts'
import { createLegalStore } from './legal.store.ts'

/** The names of the texts in a clinic package. */
const kinds = {
  terms: 'terms',
  privacy: 'privacy',
  declaration: 'family_group',
} as const satisfies Readonly<Record<string, LegalKind>>

/** Returns the kind of a text of a clinic package. */
export function legalKindOf(key: keyof typeof kinds): LegalKind {
  return kinds[key]
}

type ClinicText = {
  readonly key: keyof typeof kinds
  readonly version: string
  readonly valid_from: string
  readonly html: string
}

export function createClinicTextsService(db: Database) {
  const store = createLegalStore(db)
  return {
    /** Adds the texts whose version is new. Returns those whose version exists with another text. */
    add: async (tx: Queries, texts: readonly ClinicText[]): Promise<readonly ClinicText[]> => {
      const rewritten: ClinicText[] = []
      for (const text of texts) {
        const kind = legalKindOf(text.key)
        const stored = await store.sourceOf(tx, kind, text.version)
        if (stored === null) await store.add(tx, { ...text, kind })
        else if (stored !== text.html) rewritten.push(text)
      }
      return rewritten
    },
  }
}

export type ClinicTextsService = ReturnType<typeof createClinicTextsService>
