import type { Queries } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/statement.ts'
import { claimSql, judgeSql, postponeSql, releaseAllSql, releaseSql } from './file-scans.sql.ts'

export type ClaimedFile = Row<typeof claimSql>

export const claim = async (db: Queries, state: 'pending' | 'unscanned', now: Date, until: Date) =>
  (await db.run(claimSql, { scan_state: state, now, claimed_until: until }))[0] ?? null

export const release = async (db: Queries, id: number) => {
  await db.run(releaseSql, { id })
}

export const judge = async (
  tx: Queries,
  id: number,
  verdict: { readonly state: 'clean' | 'infected'; readonly detail: string | null },
  now: Date,
) => (await tx.run(judgeSql, { id, scan_state: verdict.state, scan_detail: verdict.detail, now })).length > 0

export const postpone = async (db: Queries, id: number, reason: string, until: Date) => {
  await db.run(postponeSql, { id, scan_detail: reason, scan_after: until })
}

export const releaseAll = async (db: Queries) => (await db.run(releaseAllSql, {})).length
