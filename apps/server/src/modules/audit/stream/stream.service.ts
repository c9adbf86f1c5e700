/** Sends the audit log to an external system: at least once, in order, continuing where it stopped. */

import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AuditStream } from '../../../ports/audit-stream.ts'
import * as streamSql from './stream.sql.ts'

type StreamDependencies = {
  readonly db: Database
  readonly stream: AuditStream
  readonly clock: Clock
}

/** Entries of a batch. */
const batchSize = 500
/** Batches of one run of the job; an old installation needs several runs. */
const batchesInRun = 40

export function createStreamService({ db, stream, clock }: StreamDependencies) {
  return {
    /** Sends sealed entries that were not sent yet; returns how many. Throws if the destination rejects them. */
    send: async (): Promise<number> => {
      let sent = 0
      let position = await streamSql.position(db, stream.destination)
      for (let batch = 0; batch < batchesInRun; batch += 1) {
        const entries = await streamSql.next(db, position, batchSize)
        const last = entries.at(-1)
        if (last === undefined) break
        await stream.send(entries)
        if (!(await streamSql.advance(db, stream.destination, last.id, position, clock.now()))) break
        position = last.id
        sent += entries.length
      }
      return sent
    },
  }
}

export type StreamService = ReturnType<typeof createStreamService>
