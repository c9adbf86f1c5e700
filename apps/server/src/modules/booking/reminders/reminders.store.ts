import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** An hour of a day, with whom it is told to: the patient or, where they have no mailbox, whoever booked it. */
export type DueHour = {
  readonly patient_id: number
  readonly patient_name: string
  readonly recipient_id: number
  readonly first_name: string
  readonly email: string
  readonly reserved: boolean
  readonly starts_at: Date
  readonly doctor_name: string
  readonly place: string
}

// $1 from, $2 to, $3 when it was due: hours booked later are not reminded of, $4 whether moved ones are, whenever they were
const due = statement<DueHour>(
  'reminders.due',
  `select a.patient_id, p.first_name as patient_name, r.id as recipient_id, r.first_name, r.email,
     a.reserved_group is not null as reserved, a.starts_at, a.doctor_name, a.place_detail as place
   from appointments a join people p on p.id = a.patient_id
     join people r on r.id = case when p.email is not null then p.id else a.booked_by end
   where a.state = 'booked' and a.starts_at >= $1::timestamptz and a.starts_at < $2::timestamptz
     and a.created_at <= $3::timestamptz and ($4::boolean or a.ical_sequence = 0)
     and p.deleted_at is null and p.status = 1 and r.deleted_at is null and r.status = 1 and r.email is not null
     and not exists (select from reminders_off o where o.person_id = r.id)
   order by r.id, a.starts_at`,
)
const sent = statement<{ person_id: number }>(
  'reminders.sent',
  `insert into sent_reminders (person_id, day, days_before, sent_at) values ($1, $2::date, $3, $4::timestamptz)
   on conflict do nothing returning person_id`,
)
const off = statement<never>(
  'reminders.off',
  `insert into reminders_off (person_id, since) select id, $2::timestamptz from people where id = $1 on conflict do nothing`,
)

export function remindersStore(db: Database) {
  return {
    due: (from: Date, to: Date, dueAt: Date, moved: boolean) => db.run(due, [from, to, dueAt, moved]),
    /** False where it was sent already. */
    claim: async (tx: Queries, personId: number, day: string, daysBefore: number, now: Date) =>
      (await tx.run(sent, [personId, day, daysBefore, now])).length > 0,
    off: async (personId: number, now: Date) => {
      await db.run(off, [personId, now])
    },
  }
}

export type RemindersStore = ReturnType<typeof remindersStore>
