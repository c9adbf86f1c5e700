/** Cancels the future appointments of a deceased patient, and ends what the person waits for. */

import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { AppointmentCancellation } from '../../../ports/scheduling.ts'
import * as deceasedSql from './deceased.sql.ts'

type DeceasedDependencies = {
  readonly db: Database
  readonly cancellation: AppointmentCancellation
  readonly clock: Clock
  readonly logger: Logger
}

export function createDeceasedService({ db, cancellation, clock, logger }: DeceasedDependencies) {
  return {
    /** Runs in the transaction that records the death. No notice is sent: the family knows. */
    endBookings: async (tx: Queries, personId: number, now: Date): Promise<void> => {
      await deceasedSql.endWaits(tx, personId, now)
      for (const id of await deceasedSql.listUpcoming(tx, personId, now))
        await cancellation.cancel(tx, id, now)
    },
    /** Cancels those of an external scheduling service, until it accepts. Returns how many were cancelled. */
    cancelExternal: async (): Promise<{ cancelled: number }> => {
      let cancelled = 0
      for (const id of await deceasedSql.listExternal(db, clock.now())) {
        try {
          await cancellation.requestCancellation(id)
          if (await db.transaction((tx) => cancellation.cancel(tx, id, clock.now()))) cancelled += 1
        } catch (error) {
          const message =
            'an appointment of a deceased patient could not be cancelled yet: the job tries again'
          logger.warn({ err: error, id_appointment: id }, message)
        }
      }
      return { cancelled }
    },
  }
}
