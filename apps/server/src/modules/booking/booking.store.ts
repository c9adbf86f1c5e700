import type { HourFacts } from '@mi-portal/contract/appointments'
import type { Office, OfficeCode, Service, Slot } from '@mi-portal/contract/booking'
import type { Database, Queries } from '../../platform/database/database.ts'
import { hotStatement, type Statement, statement } from '../../platform/database/statement.ts'

const offices = statement<Office>(
  'booking.offices',
  'select office_id, id, name, address, phone from offices order by id',
)

// $1 site or null, $2 today, $3 modality or null. Whatever somebody attends there from today on.
const consulted = statement<Service>(
  'booking.consulted',
  `select v.wire_code as code, v.name from services v
   where v.kind = 'consultation' and exists (
     select from schedules c join professionals p on p.id = c.professional_id and p.active
       join offices o on o.id = c.office_id
     where c.specialty_code = v.code and ($1::text is null or o.office_id = $1)
       and ($3::text is null or c.modality = $3) and (c.valid_to is null or c.valid_to >= $2::date))
   order by unaccent(lower(v.name))`,
)
const named = statement<Service>(
  'booking.named',
  `select wire_code as code, name from services where wire_code = any($1::text[]) order by array_position($1::text[], wire_code)`,
)

/**
 * A slot `s` that nobody has booked or holds at the moment of that parameter. `offset 0` keeps it a question about each slot,
 * by index: joined to all the hours ever booked, it reads ten million for a few hundred slots.
 */
const isFree = (now: string) => `not exists (
    select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
      and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours' offset 0)
  and not exists (
    select from holds h where h.professional_id = s.professional_id
      and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > ${now}::timestamptz offset 0)`

type ProfessionalRow = {
  readonly rut: string
  readonly name: string
  readonly specialties: readonly Service[]
  readonly next_free: Date | null
}

// $1 site or null, $2 codes or null, $3 run or null, $4 now, $5 today, $6 modality or null
const professionals = statement<ProfessionalRow>(
  'booking.professionals',
  `select p.rut, p.name, x.specialties, f.starts_at as next_free
   from professionals p
     cross join lateral (
       select jsonb_agg(jsonb_build_object('code', v.wire_code, 'name', v.name) order by v.wire_code) as specialties
       from professional_specialties ps join services v on v.code = ps.specialty_code
       where ps.professional_id = p.id) x
     left join lateral (
       select s.starts_at from slots s
       where s.professional_id = p.id and s.starts_at > $4::timestamptz
         and ($1::int is null or s.office_id = $1)
         and ($2::int[] is null or s.service_code = any($2))
         and ($6::text is null or s.modality = $6)
         and ${isFree('$4')}
       order by s.starts_at limit 1) f on true
   where p.active and ($3::text is null or p.rut = $3) and exists (
     select from schedules c where c.professional_id = p.id
       and ($1::int is null or c.office_id = $1)
       and ($2::int[] is null or c.specialty_code = any($2))
       and ($6::text is null or c.modality = $6)
       and (c.valid_to is null or c.valid_to >= $5::date))
   order by f.starts_at nulls last, p.name
   limit 500`,
)

const codesOf = statement<{ code: number }>(
  'booking.codesOf',
  'select code from services where wire_code = any($1::text[])',
)
const officeOf = statement<{ id: number }>('booking.officeOf', 'select id from offices where office_id = $1')

/** What an exam or a procedure needs of an hour. */
type Need = { readonly codes: number[]; readonly offices: number[]; readonly minutes: number }

const needOfExam = statement<Need>(
  'booking.needOfExam',
  `select array(select t.service_code from exam_specialties t
       where t.code = e.specialty_code or e.specialty_code = any(t.same_exams_as)) as codes,
     case when exists (select from exam_specialties t where e.specialty_code = any(t.same_exams_as))
       then array(select id from offices) else e.office_ids end as offices, 0 as minutes
   from bookable_exams e where e.id = $1`,
)
const needOfProcedure = statement<Need>(
  'booking.needOfProcedure',
  `select array[c.service_code] as codes, p.office_ids as offices, p.minutes
   from procedures p join procedure_categories c on c.code = p.category_code where p.code = $1`,
)

type Modality = Slot['modality']
export type SlotRow = Omit<Slot, 'starts_at' | 'ends_at'> & {
  readonly starts_at: Date
  readonly ends_at: Date
}

const slotColumns = `s.id, p.rut as rut_professional, p.name as doctor_name, o.office_id, s.starts_at, s.ends_at,
  v.wire_code as specialty, v.name as specialty_name, s.modality, case when s.modality = 'telemedicina' then '' else s.room end as room`
const slotTables = `slots s join professionals p on p.id = s.professional_id join offices o on o.id = s.office_id
  join services v on v.code = s.service_code`

const freeOf = (which: string) =>
  `select ${slotColumns} from ${slotTables}
   where ${which} and s.starts_at >= $2::timestamptz and s.starts_at < $3::timestamptz and s.starts_at > $1::timestamptz
     and ($5::int[] is null or s.office_id = any($5))
     and s.ends_at - s.starts_at >= make_interval(mins => $6::int)
     and ($7::text is null or s.modality = $7)
     and p.active and ${isFree('$1')}
   order by s.starts_at, p.name limit 5000`
// $1 now, $2 from, $3 to, $4 codes, $5 sites or null, $6 least minutes, $7 modality or null, $8 run
const freeByService = statement<SlotRow>('booking.freeByService', freeOf('s.service_code = any($4::int[])'))
const freeByProfessional = statement<SlotRow>(
  'booking.freeByProfessional',
  freeOf(`s.professional_id = (select id from professionals where rut = $8)
    and ($4::int[] is null or s.service_code = any($4))`),
)

const slotOf = statement<SlotRow>('booking.slot', `select ${slotColumns} from ${slotTables} where s.id = $1`)
const slotState = statement<{ professional_id: number; begun: boolean }>(
  'booking.slotState',
  'select professional_id, starts_at <= $2::timestamptz as begun from slots where id = $1',
)

/**
 * Holds a free slot for somebody. What ran out on it goes first; `gone` is read so that it does. Nothing where
 * somebody was faster.
 * $1 slot, $2 now, $3 person, $4 until
 */
const hold = statement<{ id: number; expires_at: Date }>(
  'booking.hold',
  `with slot as (
     select s.id, s.professional_id, tstzrange(s.starts_at, s.ends_at) as during from slots s
       join professionals p on p.id = s.professional_id and p.active
     where s.id = $1 and s.starts_at > $2::timestamptz and not exists (
       select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
         and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours')
   ), gone as (
     delete from holds h using slot s
     where h.professional_id = s.professional_id and h.during && s.during and h.expires_at <= $2::timestamptz
     returning h.id
   )
   insert into holds (slot_id, professional_id, during, person_id, kind, created_at, expires_at)
   select s.id, s.professional_id, s.during, $3::int, 'hold', $2::timestamptz, $4::timestamptz from slot s
   where (select count(*) from gone) >= 0
   on conflict do nothing
   returning id, expires_at`,
)
const heldBy = statement<{ id: number; expires_at: Date }>(
  'booking.heldBy',
  'select id, expires_at from holds where slot_id = $1 and person_id = $2 and expires_at > $3::timestamptz',
)
/** Only so many at a time: the oldest ones go. $1 person, $2 how many stay */
const trimHolds = statement<never>(
  'booking.trimHolds',
  `delete from holds where id in (
     select id from holds where person_id = $1 and kind = 'hold' order by created_at desc, id desc offset $2::int)`,
)
const release = statement<{ id: number }>(
  'booking.release',
  // An hour that was offered and is not wanted goes to whoever waits next.
  `with gone as (
     delete from holds where id = $1 and person_id = $2 returning id, kind, professional_id, during, now() as at
   ), freed as (
     insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
     select professional_id, lower(during), upper(during), at from gone where kind = 'offer'
   )
   select id from gone`,
)
const serve = statement<never>(
  'booking.serve',
  `update waiting_list set state = 'served', ended_at = $2::timestamptz where id = $1 and state = 'waiting'`,
)
const purgeHolds = statement<{ id: number }>(
  'booking.purgeHolds',
  `delete from holds where kind = 'hold' and expires_at <= $1::timestamptz returning id`,
)

/** A held hour with all that an appointment says of it. */
export type HeldHour = {
  readonly hold_id: number
  readonly kind: 'hold' | 'offer'
  readonly waiting_id: number | null
  readonly slot_id: number
  readonly professional_id: number
  readonly rut_professional: string
  readonly doctor_name: string
  readonly office_id: number
  readonly place_care: string
  readonly address: string
  readonly service_code: number
  readonly service_kind: 'consultation' | 'exam' | 'procedure'
  readonly specialty: string
  readonly reserved_group: string | null
  readonly modality: 'presencial' | 'telemedicina'
  readonly room: string
  readonly starts_at: Date
  readonly ends_at: Date
}

const heldColumns = `h.id as hold_id, h.kind, h.waiting_id, s.id as slot_id, s.professional_id,
  p.rut as rut_professional, p.name as doctor_name, s.office_id, o.name as place_care, o.address, s.service_code,
  v.kind as service_kind, v.name as specialty, v.reserved_group, s.modality, s.room, s.starts_at, s.ends_at`
const heldTables = `from holds h join slots s on s.id = h.slot_id join professionals p on p.id = s.professional_id
    join offices o on o.id = s.office_id join services v on v.code = s.service_code`
const isHeld = 'h.id = $1 and h.person_id = $2 and h.expires_at > $3::timestamptz'

/** Whom an hour is for. */
export type HourPatient = {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
  readonly date_birth: string | null
}

/** Another hour of a patient, at a place. */
type NearHour = {
  readonly office_id: number
  readonly place_care: string
  readonly starts_at: Date
  readonly ends_at: Date
}

/** All that a booking is composed of. */
export type BookingFacts = {
  readonly held: HeldHour
  /** Null where there is no such patient (any more). */
  readonly patient: HourPatient | null
  /** Their other hours within a day of the held one. */
  readonly near: readonly NearHour[]
}

type FactsRow = HeldHour & {
  readonly hour_id: number
  readonly patient_id: number | null
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
  readonly date_birth: string | null
  readonly near: readonly (Omit<NearHour, 'starts_at' | 'ends_at'> & {
    readonly starts_at: string
    readonly ends_at: string
  })[]
}

// $1 hold, $2 person, $3 now, $4 patient, $5 the hour that is moved or null
const factsOf = (hourId: string) =>
  `select ${heldColumns}, ${hourId}::int as hour_id, w.id as patient_id, w.first_name, w.last_name, w.email,
     w.date_birth::text as date_birth, coalesce((
       select jsonb_agg(jsonb_build_object('office_id', a.office_id, 'place_care', a.place_care, 'starts_at', a.starts_at,
         'ends_at', a.ends_at) order by a.starts_at)
       from appointments a
       where a.patient_id = $4::int and a.state = 'booked' and a.modality = 'presencial' and a.id is distinct from $5::int
         and a.starts_at > s.starts_at - interval '1 day' and a.starts_at < s.starts_at + interval '1 day'
     ), '[]') as near
   ${heldTables} left join people w on w.id = $4::int and w.status = 1 and w.deleted_at is null
   where ${isHeld}`
const facts = hotStatement<FactsRow>('booking.facts', factsOf('null'))
/** With the number that the hour will have, so that its answer and its mail can be written with it. */
const factsToBook = hotStatement<FactsRow>('booking.factsToBook', factsOf(`nextval('appointments_id_seq')`))

function presentFacts({
  near,
  patient_id,
  first_name,
  last_name,
  email,
  date_birth,
  hour_id,
  ...held
}: FactsRow) {
  return {
    held,
    patient: patient_id === null ? null : { id: patient_id, first_name, last_name, email, date_birth },
    near: near.map((hour) => ({
      ...hour,
      starts_at: new Date(hour.starts_at),
      ends_at: new Date(hour.ends_at),
    })),
    hour_id,
  }
}

const lockPatient = statement<{ id: number }>(
  'booking.lockPatient',
  'select id from people where id = $1 for no key update',
)

/** What of a patient's other hours can stand in the way of one more. */
export type Conflicts = {
  /** Whether another hour of theirs overlaps the one looked at. */
  readonly busy: boolean
  /** How many hours of that service they have to come. */
  readonly open_hours: number
}

const conflictsOf = (
  patient: string,
  starts: string,
  ends: string,
  service: string,
  moved: string,
  now: string,
) =>
  `select exists (select from appointments a where a.patient_id = ${patient} and a.state = 'booked'
       and a.starts_at < ${ends}::timestamptz and a.ends_at > ${starts}::timestamptz
       and a.starts_at > ${starts}::timestamptz - interval '24 hours' and a.id is distinct from ${moved}::int) as busy,
     (select count(*)::int from appointments a where a.patient_id = ${patient} and a.state = 'booked'
       and a.starts_at > ${now}::timestamptz and a.specialty_code = ${service}::int
       and a.id is distinct from ${moved}::int) as open_hours`
// $1 patient, $2 starts, $3 ends, $4 service, $5 the hour that is moved or null, $6 now
const conflicts = statement<Conflicts>('booking.conflicts', conflictsOf('$1', '$2', '$3', '$4', '$5', '$6'))

/**
 * Spends a hold for an hour. What speaks against it, seen once the patient is locked, refuses it by its name.
 * $1 to $17 the hour, $18 its id, $19 the hold, $20 how many hours of a service a patient may have to come
 */
const spending = (name: string, writing: string) =>
  statement<{ written: boolean }>(
    name,
    `with clash as (${conflictsOf('$1', '$12', '$13', '$5', '$18', '$16')}),
     spent as (delete from holds where id = $19 and person_id = $15 and expires_at > $16::timestamptz returning id),
     ${writing}
     select case
       when not exists (select from people where id = $1 and status = 1 and deleted_at is null) then refuse('booking_patient')
       when busy then refuse('booking_busy')
       when open_hours >= $20::int then refuse('booking_many')
       when not exists (select from spent) then refuse('booking_hold')
       when not exists (select from written) then refuse('booking_moved')
       else true end as written
     from clash`,
  )
const book = spending(
  'booking.book',
  `written as (
     insert into appointments (id, patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty,
       sub_context, office_id, place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, booked_by,
       created_at, scheduled, service_item)
     overriding system value
     select $18::int, $1::int, $2::int, $3, $4, $5::int, $6, $7, $8::int, $9, $10, $11, $12::timestamptz, $13::timestamptz,
       $14, 'booked', $15::int, $16::timestamptz, true, $17
     from spent returning id
   )`,
)
/** Moves a booked hour to another time; what it leaves is free again. */
const move = spending(
  'booking.move',
  `old as (
     select id as old_id, professional_id as old_professional, starts_at as old_start, ends_at as old_end
     from appointments where id = $18 and patient_id = $1 and state = 'booked' and starts_at > $16::timestamptz for update
   ), freed as (
     insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
     select old_professional, old_start, old_end, $16::timestamptz from old where old_professional is not null
   ), written as (
     update appointments set professional_id = $2, rut_professional = $3, doctor_name = $4, specialty_code = $5,
       specialty = $6, sub_context = $7, office_id = $8, place_care = $9, place_detail = $10, modality = $11,
       starts_at = $12::timestamptz, ends_at = $13::timestamptz, reserved_group = $14, booked_by = $15, scheduled = true,
       service_item = $17, ical_sequence = ical_sequence + 1
     from old, spent where appointments.id = old_id
     returning appointments.id
   )`,
)

/** Whoever came through another portal is told and reminded by that one. */
const toldElsewhere = statement<never>(
  'booking.toldElsewhere',
  'update appointments set told_elsewhere = true where id = $1',
)

const answered = statement<{ asked: Uint8Array; answer: object }>(
  'booking.answered',
  'select asked, answer from booking_keys where person_id = $1 and key = $2',
)
const keepAnswer = statement<never>(
  'booking.keepAnswer',
  `insert into booking_keys (person_id, key, asked, answer, created_at) values ($1, $2, $3, $4::jsonb, $5::timestamptz)`,
)
const purgeAnswers = statement<{ key: string }>(
  'booking.purgeAnswers',
  'delete from booking_keys where created_at < $1::timestamptz returning key',
)

const bookedFor = statement<HourFacts & { patient_full_name: string }>(
  'booking.bookedFor',
  `select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context, a.place_care,
     a.place_detail, a.modality, a.starts_at, a.ends_at, concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name
   from appointments a join people p on p.id = a.patient_id
   where a.booked_by = $1 and a.patient_id <> $1 and a.state = 'booked' and a.ends_at > $2::timestamptz
   order by a.starts_at, a.id limit 100`,
)

/** An exam or a procedure, as far as booking one turns on it. */
export type BookedItem = {
  readonly name: string
  readonly reserved_group: string | null
  readonly way_to_schedule: 'presencial' | 'callcenter' | 'online'
  readonly for_adults: boolean
  readonly for_children: boolean
  readonly under_8_callcenter: boolean
  /** Of the hours that are for it. */
  readonly codes: readonly number[]
}

const itemOfExam = statement<BookedItem>(
  'booking.itemOfExam',
  `select e.text as name, e.reserved_group, e.way_to_schedule, 'adulto' = any(e.types) as for_adults,
     'pediatrica' = any(e.types) as for_children, e.under_8_callcenter,
     array(select t.service_code from exam_specialties t
       where t.code = e.specialty_code or e.specialty_code = any(t.same_exams_as)) as codes
   from bookable_exams e where e.id = $1`,
)
const itemOfProcedure = statement<BookedItem>(
  'booking.itemOfProcedure',
  `select p.name, null as reserved_group, p.way_to_schedule, p.able_for_adults as for_adults,
     p.able_for_children as for_children, false as under_8_callcenter, array[c.service_code] as codes
   from procedures p join procedure_categories c on c.code = p.category_code where p.code = $1`,
)

type CalendarEntry = HourFacts & {
  readonly ical_sequence: number
  readonly state: 'booked' | 'cancelled'
  readonly created_at: Date
  readonly address: string
  readonly reserved: boolean
  readonly booked_by: number | null
  /** False where another system handed it over and keeps its calendar. */
  readonly can_move: boolean
}
const calendarEntry = statement<CalendarEntry>(
  'booking.calendarEntry',
  `select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
     a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.ical_sequence, a.state, a.created_at, o.address,
     a.reserved_group is not null as reserved, a.booked_by,
     not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move
   from appointments a join offices o on o.id = a.office_id where a.id = $1`,
)

/** What an appointment is written from. */
export type NewHour = {
  readonly patient_id: number
  readonly held: HeldHour
  readonly sub_context: string
  readonly place_detail: string
  readonly reserved_group: string | null
  readonly booked_by: number
  readonly service_item: string | null
  readonly now: Date
}

/** An hour to be written in place of a hold. */
export type Spending = {
  readonly hour: NewHour
  /** The new hour's, or that of the hour which is moved. */
  readonly id: number
  /** How many hours of a service a patient may have to come. */
  readonly openHours: number
}

function spendingValues({ hour, id, openHours }: Spending) {
  const { held } = hour
  return [
    hour.patient_id,
    held.professional_id,
    held.rut_professional,
    held.doctor_name,
    held.service_code,
    held.specialty,
    hour.sub_context,
    held.office_id,
    held.place_care,
    hour.place_detail,
    held.modality,
    held.starts_at,
    held.ends_at,
    hour.reserved_group,
    hour.booked_by,
    hour.now,
    hour.service_item,
    id,
    held.hold_id,
    openHours,
  ]
}

type SlotSearch = {
  readonly now: Date
  readonly from: Date
  readonly to: Date
  readonly codes: number[] | null
  readonly offices: number[] | null
  readonly minutes: number
  readonly modality: Modality | null
  readonly rut: string | null
}

type FactsQuery = {
  readonly holdId: number
  readonly personId: number
  readonly patientId: number
  readonly moved: number | null
  readonly now: Date
}

export function bookingStore(db: Database) {
  async function ask(question: Statement<FactsRow>, { holdId, personId, patientId, moved, now }: FactsQuery) {
    const [row] = await db.run(question, [holdId, personId, now, patientId, moved])
    return row === undefined ? null : presentFacts(row)
  }

  return {
    offices: () => db.run(offices, []),
    officeId: async (code: OfficeCode) => (await db.run(officeOf, [code]))[0]?.id ?? null,
    consulted: (office: OfficeCode | null, today: string, modality: Modality | null) =>
      db.run(consulted, [office, today, modality]),
    named: (codes: readonly string[]) => db.run(named, [codes]),
    codesOf: async (codes: readonly string[]) => (await db.run(codesOf, [codes])).map(({ code }) => code),
    professionals: (
      office: number | null,
      codes: number[] | null,
      rut: string | null,
      now: Date,
      today: string,
      modality: Modality | null,
    ) => db.run(professionals, [office, codes, rut, now, today, modality]),
    needOfExam: async (id: number) => (await db.run(needOfExam, [id]))[0] ?? null,
    needOfProcedure: async (code: string) => (await db.run(needOfProcedure, [code]))[0] ?? null,
    free: ({ now, from, to, codes, offices: sites, minutes, modality, rut }: SlotSearch) =>
      rut === null
        ? db.run(freeByService, [now, from, to, codes ?? [], sites, minutes, modality])
        : db.run(freeByProfessional, [now, from, to, codes, sites, minutes, modality, rut]),

    slot: async (id: number) => (await db.run(slotOf, [id]))[0] ?? null,
    slotState: async (id: number, now: Date) => (await db.run(slotState, [id, now]))[0] ?? null,
    hold: async (slotId: number, personId: number, now: Date, until: Date) =>
      (await db.run(hold, [slotId, now, personId, until]))[0] ?? null,
    heldBy: async (slotId: number, personId: number, now: Date) =>
      (await db.run(heldBy, [slotId, personId, now]))[0] ?? null,
    trimHolds: async (personId: number, most: number) => {
      await db.run(trimHolds, [personId, most])
    },
    release: async (tx: Queries, holdId: number, personId: number) =>
      (await tx.run(release, [holdId, personId])).length > 0,
    purgeHolds: async (now: Date) => (await db.run(purgeHolds, [now])).length,
    /** Null where the person holds no such hour. */
    facts: (query: FactsQuery): Promise<BookingFacts | null> => ask(facts, query),
    /** The same with the number for a new hour. */
    factsToBook: (query: FactsQuery) => ask(factsToBook, query),

    /** Bookings of one patient take turns. */
    lockPatient: (tx: Queries, id: number) => tx.run(lockPatient, [id]),
    conflicts: async (id: number, of: HeldHour, moved: number | null, now: Date): Promise<Conflicts> => {
      const [found] = await db.run(conflicts, [id, of.starts_at, of.ends_at, of.service_code, moved, now])
      if (found === undefined) throw new Error('What stands in the way of an hour was not found out')
      return found
    },
    /** Whoever took the hour they were offered waits no more. */
    toldElsewhere: (tx: Queries, id: number) => tx.run(toldElsewhere, [id]),
    serve: async (tx: Queries, waitingId: number, now: Date) => {
      await tx.run(serve, [waitingId, now])
    },
    /** Spends a hold for a new hour with that number. Behind the lock on its patient. */
    book: (tx: Queries, spending: Spending) => tx.run(book, spendingValues(spending)),
    /** Spends a hold for an hour that is moved. Behind the lock on its patient. */
    move: (tx: Queries, spending: Spending) => tx.run(move, spendingValues(spending)),

    answered: async (personId: number, key: string) => (await db.run(answered, [personId, key]))[0] ?? null,
    keepAnswer: async (
      tx: Queries,
      personId: number,
      key: string,
      asked: Uint8Array,
      answer: object,
      now: Date,
    ) => {
      await tx.run(keepAnswer, [personId, key, asked, JSON.stringify(answer), now])
    },
    purgeAnswers: async (before: Date) => (await db.run(purgeAnswers, [before])).length,

    bookedFor: (personId: number, now: Date) => db.run(bookedFor, [personId, now]),
    itemOfExam: async (id: number) => (await db.run(itemOfExam, [id]))[0] ?? null,
    itemOfProcedure: async (code: string) => (await db.run(itemOfProcedure, [code]))[0] ?? null,
    calendarEntry: async (id: number) => (await db.run(calendarEntry, [id]))[0] ?? null,
  }
}

export type BookingStore = ReturnType<typeof bookingStore>
