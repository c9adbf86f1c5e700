/** The legal texts of the clinic package. A text that a patient could accept is never overwritten. */

import type { LegalKind } from '@mi-portal/contract/legal'
import type { Database, Queries } from '../../platform/database/database.ts'
import * as legalSql from './legal.sql.ts'

/** The names of the texts in a clinic package. */
const kinds = {
  terms: 'terms',
  privacy: 'privacy',
  declaration: 'family_group',
  accessibility: 'accessibility',
  rights: 'rights',
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

export function createClinicTextsService(_db: Database) {
  /** Returns the stored text of the same version; null if there is none. */
  const storedOf = (queries: Queries, { key, version }: ClinicText) =>
    legalSql.sourceOf(queries, legalKindOf(key), version)

  /** Returns the texts whose version exists with another text. */
  async function findRewritten(queries: Queries, texts: readonly ClinicText[]): Promise<ClinicText[]> {
    const rewritten: ClinicText[] = []
    for (const text of texts) {
      const stored = await storedOf(queries, text)
      if (stored !== null && stored !== text.html) rewritten.push(text)
    }
    return rewritten
  }

  return {
    findRewritten,
    /** Adds the texts whose version is new, as of `now`. Returns those whose version exists with another text, which are not added. */
    add: async (tx: Queries, texts: readonly ClinicText[], now: Date): Promise<readonly ClinicText[]> => {
      for (const text of texts) {
        if ((await storedOf(tx, text)) === null)
          await legalSql.add(tx, { ...text, kind: legalKindOf(text.key) }, now)
      }
      return findRewritten(tx, texts)
    },
  }
}

export type ClinicTextsService = ReturnType<typeof createClinicTextsService>
