/** The calendars that the portal keeps itself: a booked hour is a row of the record, which is what makes it taken. */
import { statement } from '../../platform/database/statement.ts'
import type { Scheduling } from '../../ports/scheduling.ts'

const cancelled = statement<{ id: number }>(
  'scheduling.cancel',
  `with gone as (
     update appointments set state = 'cancelled', cancelled_at = $2::timestamptz, ical_sequence = ical_sequence + 1
     where id = $1 and state = 'booked' and starts_at > $2::timestamptz
     returning id, professional_id, starts_at, ends_at
   ), freed as (
     insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
     select professional_id, starts_at, ends_at, $2::timestamptz from gone where professional_id is not null
   )
   select id from gone`,
)

/** The record of hours here; `giveUp` asks whoever else keeps a calendar. */
export function embeddedScheduling(giveUp: Scheduling['giveUp'] = async () => {}): Scheduling {
  return {
    giveUp,
    cancel: async (tx, hourId, now) => (await tx.run(cancelled, [hourId, now])).length > 0,
  }
}
