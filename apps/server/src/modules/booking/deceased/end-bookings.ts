import type { Context } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { deleteExternalWaits, endHolds, endWaiting, listExternal, listUpcoming } from './deceased.sql.ts'

/** Runs in the transaction that records the death. No notice is sent: the family knows. */
export async function endBookings({ ports }: Context, tx: Queries, personId: number, now: Date) {
  await tx.run(endWaiting, { person_id: personId, now })
  await tx.run(endHolds, { person_id: personId, now })
  await tx.run(deleteExternalWaits, { person_id: personId })
  for (const { id } of await tx.run(listUpcoming, { patient_id: personId, now }))
    await ports.cancellation.cancel(tx, id, now)
}

/** Cancels those of an external scheduling service, until it accepts. Returns how many were cancelled. */
export async function cancelExternalBookings({ clock, db, logger, ports }: Context) {
  const { cancellation } = ports
  let cancelled = 0
  for (const { id } of await db.run(listExternal, { now: clock.now() })) {
    try {
      await cancellation.requestCancellation(id)
      if (await db.transaction((tx) => cancellation.cancel(tx, id, clock.now()))) cancelled += 1
    } catch (error) {
      const message = 'an appointment of a deceased patient could not be cancelled yet: the job tries again'
      logger.warn({ err: error, id_appointment: id }, message)
    }
  }
  return { cancelled }
}
