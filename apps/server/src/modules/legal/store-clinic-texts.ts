/** The legal texts of the clinic package. A text that a patient could accept is never overwritten. */

import type { LegalKind } from '@mi-portal/contract/legal'
import type { Queries } from '../../platform/database/database.ts'
import * as legalSql from './legal.sql.ts'

const kinds = {
  terms: 'terms',
  privacy: 'privacy',
  declaration: 'family_group',
  accessibility: 'accessibility',
  rights: 'rights',
} as const satisfies Readonly<Record<string, LegalKind>>

export function findLegalKind(key: keyof typeof kinds): LegalKind {
  return kinds[key]
}

type ClinicText = {
  readonly key: keyof typeof kinds
  readonly version: string
  readonly valid_from: string
  readonly html: string
}

const findStored = (queries: Queries, { key, version }: ClinicText) =>
  legalSql.findSource(queries, findLegalKind(key), version)

export async function findRewrittenTexts(
  queries: Queries,
  texts: readonly ClinicText[],
): Promise<ClinicText[]> {
  const rewritten: ClinicText[] = []
  for (const text of texts) {
    const stored = await findStored(queries, text)
    if (stored !== null && stored !== text.html) rewritten.push(text)
  }
  return rewritten
}

export async function addClinicTexts(
  tx: Queries,
  texts: readonly ClinicText[],
  now: Date,
): Promise<readonly ClinicText[]> {
  for (const text of texts) {
    if ((await findStored(tx, text)) === null)
      await legalSql.add(tx, { ...text, kind: findLegalKind(text.key) }, now)
  }
  return findRewrittenTexts(tx, texts)
}
