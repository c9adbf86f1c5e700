import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

const clinicHolidays = statement<{ day: Day }, { from: Day }>(
  'awaitedResults.holidays',
  `select day::text as day from holidays where source = 'staff' and day >= :from::date order by day limit 400`,
)

/** An appointment of an exam that is over. */
export type EndedAppointment = {
  readonly id: number
  readonly patient_id: number
  readonly specialty_code: number
  readonly starts_at: Date
  readonly reserved_group: string | null
}

const ended = statement<
  EndedAppointment,
  { services: readonly number[]; from: Date; now: Date; after_id: number }
>(
  'awaitedResults.ended',
  `select a.id, a.patient_id, a.specialty_code, a.starts_at, a.reserved_group from appointments a
   where a.state = 'booked' and a.starts_at > :from::timestamptz and a.starts_at < :now::timestamptz and a.ends_at <= :now::timestamptz
     and a.specialty_code = any(:services::int[]) and a.id > :after_id and a.attendance is distinct from 'missed'
     and not exists (select from late_results l where l.appointment_id = a.id)
   order by a.id limit 500`,
)

// Of two servers only one inserts the row.
const claim = statement<{ appointment_id: number }, { appointment_id: number; now: Date }>(
  'awaitedResults.claim',
  `insert into late_results (appointment_id, notified_at) values (:appointment_id, :now::timestamptz)
   on conflict (appointment_id) do nothing returning appointment_id`,
)

export function createAwaitedResultsStore(db: Database) {
  return {
    /** Returns the holidays that staff added from a day on. */
    clinicHolidays: async (from: Day): Promise<ReadonlySet<Day>> =>
      new Set((await db.run(clinicHolidays, { from })).map(({ day }) => day)),
    /** Returns appointments of these services that ended since an instant and of which no notice went out, by their ids. */
    ended: (services: readonly number[], from: Date, now: Date, afterId: number) =>
      db.run(ended, { services, from, now, after_id: afterId }),
    /** Records that the patient is notified. Returns false if that happened before. */
    claim: async (tx: Queries, appointmentId: number, now: Date) =>
      (await tx.run(claim, { appointment_id: appointmentId, now })).length > 0,
  }
}

export type AwaitedResultsStore = ReturnType<typeof createAwaitedResultsStore>
