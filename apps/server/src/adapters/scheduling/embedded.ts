/** The portal's own calendars. An appointment is a row of the record, and this row makes its slot taken. */
import { statement } from '../../platform/database/statement.ts'
import type { Cancelling } from '../../ports/scheduling.ts'

const cancelled = statement<{ id: number }, { id: number; now: Date }>(
  'scheduling.cancel',
  `with gone as (
     update appointments set state = 'cancelled', cancelled_at = :now::timestamptz, ical_sequence = ical_sequence + 1
     where id = :id and state = 'booked' and starts_at > :now::timestamptz
     returning id, professional_id, starts_at, ends_at
   ), freed as (
     insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
     select professional_id, starts_at, ends_at, :now::timestamptz from gone where professional_id is not null
   )
   select id from gone`,
)

/** Returns how an appointment of the portal's own record is cancelled. `giveUp` asks an external system to cancel the appointment first. */
export function cancellingInRecord(giveUp: Cancelling['giveUp']): Cancelling {
  return {
    giveUp,
    cancel: async (tx, hourId, now) => (await tx.run(cancelled, { id: hourId, now })).length > 0,
  }
}
