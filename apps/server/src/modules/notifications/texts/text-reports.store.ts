/** The signatures of delivery reports that were taken. */
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

const insert = statement<{ received_at: Date }, { signature: Uint8Array; now: Date }>(
  'textReports.insert',
  `insert into text_message_reports (signature, received_at) values (:signature, :now::timestamptz)
   on conflict do nothing returning received_at`,
)
const purge = statement<{ received_at: Date }, { before: Date }>(
  'textReports.purge',
  'delete from text_message_reports where received_at < :before::timestamptz returning received_at',
)

export function createTextReportsStore(db: Database) {
  return {
    /** Stores the signature of a report. Returns false if it was taken before. */
    insert: async (tx: Queries, signature: Uint8Array, now: Date): Promise<boolean> =>
      (await tx.run(insert, { signature, now })).length > 0,
    /** Removes signatures received before an instant and returns how many. */
    purge: async (before: Date): Promise<number> => (await db.run(purge, { before })).length,
  }
}

export type TextReportsStore = ReturnType<typeof createTextReportsStore>
