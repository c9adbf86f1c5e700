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

/** Hours between two moments, booked by when it was due; those that were moved only where it is said so. */
export type Due = { readonly from: Date; readonly to: Date; readonly dueAt: Date; readonly moved: boolean }

/** A place in the order of the day's hours; the moment as the database spells it, with all its digits. */
export type HourPlace = { readonly id: number; readonly at: string }

// $1 from, $2 to, $3 when it was due: hours booked later are not reminded of, $4 whether moved ones are, whenever they were
const isDue = `a.state = 'booked' and a.starts_at >= $1::timestamptz and a.starts_at < $2::timestamptz
  and a.created_at <= $3::timestamptz and ($4::boolean or a.ical_sequence = 0) and not a.told_elsewhere`
const isTold = `r.deleted_at is null and r.status = 1 and r.email is not null
  and not exists (select from reminders_off o where o.person_id = r.id)`

// $5 the day, $6 and $7 the place to go on behind, $8 how many, $9 days before
const waiting = statement<HourPlace & { recipient_id: number }>(
  'reminders.waiting',
  `select a.id, a.starts_at::text as at, r.id as recipient_id
   from appointments a join people p on p.id = a.patient_id
     join people r on r.id = case when p.email is not null then p.id else a.booked_by end
   where ${isDue} and (a.starts_at, a.id) > ($6::timestamptz, $7::int) and p.deleted_at is null and p.status = 1 and ${isTold}
     and not exists (select from sent_reminders s where s.person_id = r.id and s.day = $5::date and s.days_before = $9)
   order by a.starts_at, a.id limit $8::int`,
)
const told = `a.patient_id, p.first_name as patient_name, r.id as recipient_id, r.first_name, r.email,
  a.reserved_group is not null as reserved, a.starts_at, a.doctor_name, a.place_detail as place`
// $5 to whom: what they have themselves and what they booked for whom has no mailbox
const due = statement<DueHour>(
  'reminders.due',
  `select ${told} from people r join appointments a on a.patient_id = r.id join people p on p.id = r.id
   where r.id = any($5::int[]) and ${isDue} and ${isTold}
   union all
   select ${told} from people r join appointments a on a.booked_by = r.id and a.booked_by <> a.patient_id
     join people p on p.id = a.patient_id
   where r.id = any($5::int[]) and ${isDue} and ${isTold} and p.email is null and p.deleted_at is null and p.status = 1
   order by recipient_id, starts_at`,
)
// In the order of their ids, so that two servers wait for each other instead of for ever.
const sent = statement<{ person_id: number }>(
  'reminders.sent',
  `insert into sent_reminders (person_id, day, days_before, sent_at)
   select id, $2::date, $3, $4::timestamptz from unnest($1::int[]) as id order by id
   on conflict do nothing returning person_id`,
)
const off = statement<never>(
  'reminders.off',
  `insert into reminders_off (person_id, since) select id, $2::timestamptz from people where id = $1 on conflict do nothing`,
)
const on = statement<never>('reminders.on', 'delete from reminders_off where person_id = $1')
const isOff = statement<{ since: Date }>(
  'reminders.isOff',
  'select since from reminders_off where person_id = $1',
)

export function remindersStore(db: Database) {
  return {
    /** The next hours behind a place whose people have not been told of that day, with whom to tell. */
    waiting: (
      { from, to, dueAt, moved }: Due,
      day: string,
      daysBefore: number,
      after: HourPlace,
      most: number,
    ) => db.run(waiting, [from, to, dueAt, moved, day, after.at, after.id, most, daysBefore]),
    /** All that is told to these people, in the order of people and hours. */
    due: ({ from, to, dueAt, moved }: Due, recipients: readonly number[]) =>
      db.run(due, [from, to, dueAt, moved, recipients]),
    /** Those of them to whom it was not sent already. */
    claim: async (tx: Queries, people: readonly number[], day: string, daysBefore: number, now: Date) =>
      (await tx.run(sent, [people, day, daysBefore, now])).map(({ person_id }) => person_id),
    off: async (personId: number, now: Date) => {
      await db.run(off, [personId, now])
    },
    areOn: async (personId: number) => (await db.run(isOff, [personId])).length === 0,
    turn: async (tx: Queries, personId: number, wanted: boolean, now: Date) => {
      if (wanted) await tx.run(on, [personId])
      else await tx.run(off, [personId, now])
    },
  }
}

export type RemindersStore = ReturnType<typeof remindersStore>
