import type { AgendaHour, MoveTarget } from '@mi-portal/contract/agenda'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type HourRow = Omit<AgendaHour, 'starts_at' | 'ends_at'> & {
  readonly patient_id: number
  readonly booked_by: number | null
  readonly reserved_group: string | null
  readonly starts_at: Date
  readonly ends_at: Date
}

// Hours that an archive has told name the site apart from the place within it.
const placeOfHour = `case when a.modality = 'telemedicina' or starts_with(a.place_detail, a.place_care) then a.place_detail
  else concat_ws(', ', a.place_care, a.place_detail) end`
// $1 is the moment it is.
const hourColumns = `a.id as id_appointment, a.patient_id, a.booked_by, a.reserved_group, a.starts_at, a.ends_at,
  concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name, a.doctor_name,
  ${placeOfHour} as place, a.modality, a.ical_sequence as sequence,
  a.starts_at > $1::timestamptz and not exists (select from slots s
    where s.professional_id = a.professional_id and s.starts_at = a.starts_at) as outside`
const bookedHours = `from appointments a join people p on p.id = a.patient_id where a.state = 'booked'`

const between = statement<HourRow>(
  'agenda.hoursBetween',
  `select ${hourColumns} ${bookedHours} and a.professional_id = $2 and a.starts_at >= $3::timestamptz
     and a.starts_at < $4::timestamptz order by a.starts_at, a.id`,
)
const one = statement<HourRow>(
  'agenda.hour',
  `select ${hourColumns} ${bookedHours} and a.professional_id is not null and a.outside_id is null and a.id = $2`,
)
const ownToCome = 'a.professional_id is not null and a.outside_id is null and a.starts_at > $1::timestamptz'
// In their order, by its index: of many years' hours those to come are few, and the last in the table.
const countKept = statement<{ count: number }>(
  'agenda.countKept',
  `select count(*)::int as count from (select 1 from appointments a where a.state = 'booked' and ${ownToCome}
     order by a.starts_at, a.id limit ${exactTotal + 1}) counted`,
)
const kept = statement<HourRow>(
  'agenda.kept',
  `select ${hourColumns} ${bookedHours} and ${ownToCome} order by a.starts_at, a.id limit $2::int offset $3::int`,
)
/** Those that have not begun and share time with a span. $1 now, $2 professional, $3 from, $4 to */
const within = statement<HourRow>(
  'agenda.hoursWithin',
  `select ${hourColumns} ${bookedHours} and a.professional_id = $2 and a.starts_at > $1::timestamptz
     and a.starts_at < $4::timestamptz and a.ends_at > $3::timestamptz order by a.starts_at, a.id`,
)
/** Those to come that no calendar has. $1 now, $2 professional */
const outside = statement<HourRow>(
  'agenda.hoursOutside',
  `select ${hourColumns} ${bookedHours} and a.professional_id = $2 and a.starts_at > $1::timestamptz
     and not exists (select from slots s where s.professional_id = a.professional_id and s.starts_at = a.starts_at)
   order by a.starts_at, a.id limit 100`,
)
/**
 * Those of a day that a holiday would leave without a place: neither of who attends on holidays too, nor of time that
 * was opened for that day. $1 now, $2 from, $3 to, $4 the day
 */
const ofHoliday = statement<HourRow>(
  'agenda.hoursOfHoliday',
  `select ${hourColumns} ${bookedHours} and a.professional_id is not null and a.starts_at > $1::timestamptz
     and a.starts_at >= $2::timestamptz and a.starts_at < $3::timestamptz
     and not exists (select from schedule_exceptions e where e.professional_id = a.professional_id and e.kind = 'open'
       and e.starts_at <= a.starts_at and e.ends_at >= a.ends_at)
     and not exists (select from schedules c where c.professional_id = a.professional_id and c.on_holidays
       and c.weekday = extract(dow from $4::date) and c.valid_from <= $4::date
       and (c.valid_to is null or c.valid_to >= $4::date)
       and c.starts <= (a.starts_at at time zone 'America/Santiago')::time
       and c.ends > (a.starts_at at time zone 'America/Santiago')::time)
   order by a.starts_at, a.doctor_name, a.id limit 1000`,
)
/** Who may be the guardian of whom: whether they are is asked elsewhere. */
const leaders = statement<{ leader_id: number; member_id: number }>(
  'agenda.leaders',
  `select leader_id, member_id from family_links
   where member_id = any($1::int[]) and state = 'approved' and guardian_proof is not null`,
)

const placeOfSlot = `case when s.modality = 'telemedicina' then 'Telemedicina' when s.room = '' then o.name
  else concat_ws(', ', o.name, s.room) end`
/** A slot that an hour may be moved to: for the same, and long enough for the procedure that it is for. */
const fits = `s.service_code = a.specialty_code and s.ends_at - s.starts_at >= make_interval(mins => coalesce((
  select q.minutes from procedures q where 'procedure:' || q.code = a.service_item), 0))`

type TargetRow = Omit<MoveTarget, 'starts_at' | 'ends_at'> & {
  readonly starts_at: Date
  readonly ends_at: Date
}
// $1 now, $2 hour, $3 from, $4 to, $5 whether anybody's
const targets = statement<TargetRow>(
  'agenda.targets',
  `select s.id, s.starts_at, s.ends_at, r.name as doctor_name, ${placeOfSlot} as place, s.modality
   from appointments a join slots s on ${fits} and ($5::boolean or s.professional_id = a.professional_id)
     join professionals r on r.id = s.professional_id and r.active join offices o on o.id = s.office_id
   where a.id = $2 and s.starts_at >= $3::timestamptz and s.starts_at < $4::timestamptz and s.starts_at > $1::timestamptz
     and not exists (select from appointments b where b.professional_id = s.professional_id and b.state = 'booked'
       and b.starts_at < s.ends_at and b.ends_at > s.starts_at and b.starts_at > s.starts_at - interval '24 hours')
     and not exists (select from holds h where h.professional_id = s.professional_id
       and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > $1::timestamptz)
   order by s.starts_at, r.name limit 500`,
)

const lockPatient = statement<never>(
  'agenda.lockPatient',
  'select id from people where id = $1 for no key update',
)
const lock = statement<{ sequence: number }>(
  'agenda.lockHour',
  `select ical_sequence as sequence from appointments
   where id = $1 and state = 'booked' and starts_at > $2::timestamptz for update`,
)
/**
 * Keeps the free hour for whoever moves another to it, until the end of the transaction: also against a calendar that
 * is changed at the same moment. $1 slot, $2 now, $3 staff
 */
const keep = statement<{ id: number }>(
  'agenda.keepSlot',
  `with slot as (
     select s.id, s.professional_id, tstzrange(s.starts_at, s.ends_at) as during from slots s
       join professionals p on p.id = s.professional_id and p.active
     where s.id = $1 and s.starts_at > $2::timestamptz
   ), gone as (
     delete from holds h using slot s
     where h.professional_id = s.professional_id and h.during && s.during and h.expires_at <= $2::timestamptz and h.kind = 'hold'
     returning h.id
   )
   insert into holds (slot_id, professional_id, during, person_id, kind, created_at, expires_at)
   select s.id, s.professional_id, s.during, $3::int, 'hold', $2::timestamptz, $2::timestamptz from slot s
   where (select count(*) from gone) >= 0
   on conflict do nothing
   returning id`,
)
const letGo = statement<never>('agenda.letGo', 'delete from holds where id = $1')

/** What a moved hour is told with. */
export type MovedHour = {
  readonly starts_at: Date
  readonly doctor_name: string
  readonly place: string
  readonly address: string
  readonly modality: 'presencial' | 'telemedicina'
}
// What the hour is for stays; when, with whom and where changes. $1 hour, $2 slot, $3 now
const move = statement<MovedHour>(
  'agenda.move',
  `with slot as (
     select s.*, r.rut, r.name as doctor, o.name as site, o.address, ${placeOfSlot} as place
     from slots s join professionals r on r.id = s.professional_id join offices o on o.id = s.office_id
       join appointments a on a.id = $1 and ${fits}
     where s.id = $2
   ), old as (
     select a.id as old_id, a.professional_id as old_professional, a.starts_at as old_start, a.ends_at as old_end
     from appointments a, slot where a.id = $1 and a.state = 'booked'
   ), freed as (
     insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
     select old_professional, old_start, old_end, $3::timestamptz from old
   )
   update appointments a set professional_id = slot.professional_id, rut_professional = slot.rut,
     doctor_name = slot.doctor, office_id = slot.office_id, place_care = slot.site, place_detail = slot.place,
     modality = slot.modality, starts_at = slot.starts_at, ends_at = slot.ends_at, scheduled = true,
     ical_sequence = a.ical_sequence + 1
   from slot, old where a.id = old.old_id
   returning a.starts_at, a.doctor_name, a.place_detail as place, slot.address, a.modality`,
)

export function hoursStore(db: Database) {
  return {
    between: (professionalId: number, from: Date, to: Date, now: Date) =>
      db.run(between, [now, professionalId, from, to]),
    /** Hours to come of the portal's own calendars. */
    kept: async (now: Date, { page, limit }: Page): Promise<Paged<HourRow>> => {
      const total = (await db.run(countKept, [now]))[0]?.count ?? 0
      const rows = await db.run(kept, [now, limit, (page - 1) * limit])
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    one: async (id: number, now: Date) => (await db.run(one, [now, id]))[0] ?? null,
    within: (queries: Queries | null, professionalId: number, from: Date, to: Date, now: Date) =>
      (queries ?? db).run(within, [now, professionalId, from, to]),
    outside: (professionalId: number, now: Date) => db.run(outside, [now, professionalId]),
    ofHoliday: (queries: Queries | null, day: Day, from: Date, to: Date, now: Date) =>
      (queries ?? db).run(ofHoliday, [now, from, to, day]),
    leaders: (memberIds: readonly number[]) => db.run(leaders, [memberIds]),
    targets: (id: number, from: Date, to: Date, anybody: boolean, now: Date) =>
      db.run(targets, [now, id, from, to, anybody]),
    lockPatient: async (tx: Queries, id: number) => {
      await tx.run(lockPatient, [id])
    },
    /** How often it was changed, of an hour that is booked and has not begun; whoever asks has it until the transaction ends. */
    lock: async (tx: Queries, id: number, now: Date) => (await tx.run(lock, [id, now]))[0]?.sequence ?? null,
    /** The hold, or null where the hour is held by somebody or is none any more. */
    keep: async (tx: Queries, slotId: number, now: Date, staffId: number) =>
      (await tx.run(keep, [slotId, now, staffId]))[0]?.id ?? null,
    letGo: async (tx: Queries, holdId: number) => {
      await tx.run(letGo, [holdId])
    },
    move: async (tx: Queries, id: number, slotId: number, now: Date) =>
      (await tx.run(move, [id, slotId, now]))[0] ?? null,
  }
}

export type HoursStore = ReturnType<typeof hoursStore>
