import type { LegalKind } from '@mi-portal/contract/legal'
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type LegalText = {
  readonly id: number
  readonly text: string
  readonly version: string
  readonly valid_from: string
}

const newest = statement<LegalText>(
  'legal.newest',
  'select id, text, version, valid_from from legal_texts where kind = $1 order by valid_from desc, id desc limit 1',
)

export function legalStore(db: Database) {
  return { newest: async (kind: LegalKind) => (await db.run(newest, [kind]))[0] ?? null }
}

export type LegalStore = ReturnType<typeof legalStore>
