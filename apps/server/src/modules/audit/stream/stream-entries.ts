import type { Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import type { AuditStream } from '../../../ports/audit-stream.ts'
import * as streamSql from './stream.sql.ts'

const batchSize = 500
const batchesInRun = 40

/** Sends sealed entries at least once, in order; returns how many. Throws if the destination rejects them. */
export async function streamEntries({ db, clock }: Context, stream: AuditStream): Promise<number> {
  const { destination } = stream
  let sent = 0
  let position = (await findRow(db, streamSql.findPosition, { destination }))?.last_id ?? 0
  for (let batch = 0; batch < batchesInRun; batch += 1) {
    const entries = await db.run(streamSql.listNext, { after_id: position, limit_rows: batchSize })
    const last = entries.at(-1)
    if (last === undefined) break
    await stream.send(entries)
    const advance = { destination, last_id: last.id, previous_id: position, now: clock.now() }
    // Another server was first.
    if ((await findRow(db, streamSql.advancePosition, advance)) === null) break
    position = last.id
    sent += entries.length
  }
  return sent
}
