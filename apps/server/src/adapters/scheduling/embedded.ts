/** The calendars that the portal keeps itself: a booked hour is a row of the record, which is what makes it taken. */
import { statement } from '../../platform/database/statement.ts'
import type { Scheduling } from '../../ports/scheduling.ts'

const cancelled = statement<{ id: number }>(
  'scheduling.cancel',
  `update appointments set state = 'cancelled', cancelled_at = $2::timestamptz
   where id = $1 and state = 'booked' and starts_at > $2::timestamptz returning id`,
)

export function embeddedScheduling(): Scheduling {
  return {
    cancel: async (tx, hourId, now) => (await tx.run(cancelled, [hourId, now])).length > 0,
  }
}
