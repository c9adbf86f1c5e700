import type { Queries } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/statement.ts'
import { claimSql, judgeSql, postponeSql, releaseAllSql, releaseSql } from './file-scans.sql.ts'

/** A file that only this server scans until its claim ends. */
export type ClaimedFile = Row<typeof claimSql>

/** Claims the oldest file in this state that is due; null if no file is due. */
export const claim = async (db: Queries, state: 'pending' | 'unscanned', now: Date, until: Date) =>
  (await db.run(claimSql, { scan_state: state, now, claimed_until: until }))[0] ?? null

export const release = async (db: Queries, id: number) => {
  await db.run(releaseSql, { id })
}

/** Records the verdict; returns false if the file is gone or has a verdict already. */
export const judge = async (
  tx: Queries,
  id: number,
  verdict: { readonly state: 'clean' | 'infected'; readonly detail: string | null },
  now: Date,
) => (await tx.run(judgeSql, { id, scan_state: verdict.state, scan_detail: verdict.detail, now })).length > 0

export const postpone = async (db: Queries, id: number, reason: string, until: Date) => {
  await db.run(postponeSql, { id, scan_detail: reason, scan_after: until })
}

/** Marks every pending file as not scanned; returns how many. */
export const releaseAll = async (db: Queries) => (await db.run(releaseAllSql, {})).length
