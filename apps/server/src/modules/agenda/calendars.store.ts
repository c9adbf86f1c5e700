import type {
  AgendaException,
  AgendaProfessional,
  FreeHour,
  OpenedTime,
  WeeklyBlock,
} from '@mi-portal/contract/agenda'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../platform/database/database.ts'
import { searchStatement, statement } from '../../platform/database/statement.ts'

type Office = { readonly id: number; readonly office_id: string; readonly name: string }
type Service = {
  readonly code: string
  readonly name: string
  readonly kind: 'consultation' | 'exam' | 'procedure'
}

const offices = statement<Office>('agenda.offices', 'select id, office_id, name from offices order by id')
const services = statement<Service>(
  'agenda.services',
  'select wire_code as code, name, kind from services order by unaccent(lower(name)), code',
)

type ProfessionalRow = Omit<AgendaProfessional, 'specialties'> & {
  readonly specialties: readonly { code: string; name: string }[]
  readonly updated_at: Date
}
const professionalColumns = `p.id, p.rut, p.name, p.active, p.updated_at, (
  select coalesce(jsonb_agg(jsonb_build_object('code', v.wire_code, 'name', v.name) order by v.name), '[]'::jsonb)
  from professional_specialties x join services v on v.code = x.specialty_code where x.professional_id = p.id) as specialties`
const matching = `from professionals p where unaccent(lower(p.name)) || ' ' || lower(p.rut) like all($1::text[])`
const professionals = searchStatement<ProfessionalRow>(
  'agenda.professionals',
  `select ${professionalColumns} ${matching} order by p.active desc, unaccent(lower(p.name)), p.id
   limit $2::int offset $3::int`,
)
const countProfessionals = searchStatement<{ count: number }>(
  'agenda.countProfessionals',
  `select count(*)::int as count from (select 1 ${matching} limit ${exactTotal + 1}) counted`,
)
const professional = statement<ProfessionalRow>(
  'agenda.professional',
  `select ${professionalColumns} from professionals p where p.id = $1`,
)

type ScheduleRow = WeeklyBlock & {
  readonly id: number
  readonly professional_id: number
  readonly rut: string
}
const scheduleColumns = `c.id, c.professional_id, r.rut, c.office_id, v.wire_code as specialty, c.weekday,
  to_char(c.starts, 'HH24:MI') as starts, to_char(c.ends, 'HH24:MI') as ends, c.slot_minutes, c.room, c.modality,
  c.valid_from, c.valid_to, c.on_holidays`
const scheduleTables = `schedules c join services v on v.code = c.specialty_code join professionals r on r.id = c.professional_id`
const schedulesOf = statement<ScheduleRow>(
  'agenda.schedulesOf',
  `select ${scheduleColumns} from ${scheduleTables} where c.professional_id = $1
   order by (c.weekday + 6) % 7, c.starts, c.id`,
)
/** Of certain people, and whatever else takes a room. */
const schedulesAbout = statement<ScheduleRow>(
  'agenda.schedulesAbout',
  `select ${scheduleColumns} from ${scheduleTables}
   where r.rut = any($1::text[]) or (c.modality = 'presencial' and c.room = any($2::text[])) order by c.id`,
)

type FreeRow = Omit<FreeHour, 'starts_at' | 'ends_at'> & { readonly starts_at: Date; readonly ends_at: Date }
const free = statement<FreeRow>(
  'agenda.free',
  `select s.id, s.starts_at, s.ends_at, case when s.modality = 'telemedicina' then 'Telemedicina' when s.room = ''
       then o.name else concat_ws(', ', o.name, s.room) end as place, s.modality,
     exists (select from holds h where h.professional_id = s.professional_id
       and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > $4::timestamptz) as held
   from slots s join offices o on o.id = s.office_id
   where s.professional_id = $1 and s.starts_at >= $2::timestamptz and s.starts_at < $3::timestamptz
     and s.starts_at > $4::timestamptz
     and not exists (select from appointments b where b.professional_id = s.professional_id and b.state = 'booked'
       and b.starts_at < s.ends_at and b.ends_at > s.starts_at and b.starts_at > s.starts_at - interval '24 hours')
   order by s.starts_at`,
)

type ExceptionRow = Omit<AgendaException, 'starts_at' | 'ends_at'> & {
  readonly professional_id: number
  readonly starts_at: Date
  readonly ends_at: Date
}
const exceptionColumns = `e.id, e.professional_id, e.kind, e.starts_at, e.ends_at, e.reason,
  case when e.kind = 'block' then null when e.modality = 'telemedicina' then 'Telemedicina'
    when e.room = '' then o.name else concat_ws(', ', o.name, e.room) end as place`
const exceptions = statement<ExceptionRow>(
  'agenda.exceptions',
  `select ${exceptionColumns} from schedule_exceptions e left join offices o on o.id = e.office_id
   where e.professional_id = $1 and e.starts_at < $3::timestamptz and e.ends_at > $2::timestamptz order by e.starts_at, e.id`,
)
const exception = statement<ExceptionRow>(
  'agenda.exception',
  `select ${exceptionColumns} from schedule_exceptions e left join offices o on o.id = e.office_id where e.id = $1`,
)

/** Changes of one professional's agenda take turns; bookings, which only point at the row, do not wait. */
const lock = statement<{ id: number }>(
  'agenda.lockProfessional',
  'select id from professionals where id = $1 for no key update',
)
const lockOffice = statement<never>(
  'agenda.lockOffices',
  'select id from offices order by id for no key update',
)
const block = statement<{ id: number }>(
  'agenda.block',
  `insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, reason, created_by, created_at)
   values ($1, 'block', $2::timestamptz, $3::timestamptz, $4, $5, $6::timestamptz) returning id`,
)
const open = statement<{ id: number }>(
  'agenda.open',
  `insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, office_id, specialty_code, slot_minutes,
     room, modality, created_by, created_at)
   select $1::int, 'open', $2::timestamptz, $3::timestamptz, o.id, v.code, $6::int, $7, $8, $9::int, $10::timestamptz
   from offices o, services v where o.id = $4 and v.wire_code = $5 returning id`,
)
const endException = statement<{ id: number }>(
  'agenda.endException',
  'delete from schedule_exceptions where id = $1 returning id',
)
const blocks = statement<{ id: number }>(
  'agenda.blocks',
  `select id from schedule_exceptions where professional_id = $1 and kind = 'block'
     and starts_at < $3::timestamptz and ends_at > $2::timestamptz limit 1`,
)
const attends = statement<{ id: number }>(
  'agenda.attends',
  `select id from slots where professional_id = $1 and starts_at < $3::timestamptz and ends_at > $2::timestamptz limit 1`,
)
/** Two hours of one person at once, or of two in one room, that the calendars of these people make. */
const clash = statement<{ kind: 'self' | 'room' }>(
  'agenda.clash',
  `select 'self' as kind from slots a join slots b on b.professional_id = a.professional_id
     and b.starts_at > a.starts_at and b.starts_at < a.ends_at
   where a.professional_id = any($1::int[])
   union all
   select 'room' from slots a join slots b on b.office_id = a.office_id and b.room = a.room and b.modality = 'presencial'
     and b.professional_id <> a.professional_id and b.starts_at < a.ends_at and b.ends_at > a.starts_at
     and b.starts_at > a.starts_at - interval '24 hours'
   where a.modality = 'presencial' and a.professional_id = any($1::int[])
   limit 1`,
)
/** What became free is offered to who waits for such an hour. $1 professional or null for all, $2 from, $3 to, $4 now */
const offerFree = statement<never>(
  'agenda.offerFree',
  `insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
   select s.professional_id, s.starts_at, s.ends_at, $4::timestamptz from slots s
   where ($1::int is null or s.professional_id = $1) and s.starts_at >= $2::timestamptz and s.starts_at < $3::timestamptz
     and s.starts_at > $4::timestamptz
     and exists (select from waiting_list w where w.service_code = s.service_code and w.state = 'waiting')`,
)

const insert = statement<{ id: number }>(
  'agenda.insertProfessional',
  'insert into professionals (rut, name, updated_at) values ($1, $2, $3::timestamptz) returning id',
)
// Two changes of the same millisecond must differ too.
const update = statement<{ id: number }>(
  'agenda.updateProfessional',
  `update professionals set name = $2, active = $3,
     updated_at = greatest($4::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and ($5::timestamptz is null or date_trunc('milliseconds', updated_at) = $5::timestamptz) returning id`,
)
const touch = statement<never>(
  'agenda.touchProfessionals',
  `update professionals set updated_at = greatest($2::timestamptz, updated_at + interval '1 millisecond')
   where id = any($1::int[])`,
)
const dropSchedules = statement<never>(
  'agenda.dropSchedules',
  'delete from schedules where professional_id = $1',
)
const addSchedules = statement<{ id: number }>(
  'agenda.addSchedules',
  `insert into schedules (professional_id, office_id, specialty_code, weekday, starts, ends, slot_minutes, room, modality,
     valid_from, valid_to, on_holidays)
   select g.professional_id, o.id, v.code, g.weekday, g.starts, g.ends, g.slot_minutes, g.room, g.modality, g.valid_from,
     g.valid_to, g.on_holidays
   from json_to_recordset($1::json) as g (professional_id int, office_id int, specialty text, weekday int, starts time,
       ends time, slot_minutes int, room text, modality text, valid_from date, valid_to date, on_holidays boolean)
     join offices o on o.id = g.office_id join services v on v.wire_code = g.specialty
   returning id`,
)
const dropPractices = statement<never>(
  'agenda.dropPractices',
  `delete from professional_specialties x where x.professional_id = any($1::int[])
     and not exists (select from schedules c where c.professional_id = x.professional_id and c.specialty_code = x.specialty_code)`,
)
const addPractices = statement<never>(
  'agenda.addPractices',
  `insert into professional_specialties (professional_id, specialty_code)
   select distinct professional_id, specialty_code from schedules where professional_id = any($1::int[])
   on conflict do nothing`,
)
const known = statement<{ id: number; rut: string; name: string }>(
  'agenda.knownProfessionals',
  'select id, rut, name from professionals where rut = any($1::text[]) order by id',
)

const staffHolidays = statement<{ day: Day; name: string }>(
  'agenda.staffHolidays',
  `select day, name from holidays where source = 'staff' and day >= $1::date and day <= $2::date order by day`,
)
const holiday = statement<{ day: Day; name: string }>(
  'agenda.holidaysBetween',
  'select day, name from holidays where day >= $1::date and day <= $2::date order by day',
)
const addHoliday = statement<{ day: Day }>(
  'agenda.addHoliday',
  `insert into holidays (day, name, source, added_by, added_at) values ($1::date, $2, 'staff', $3, $4::timestamptz)
   on conflict (day) do nothing returning day`,
)
const removeHoliday = statement<{ day: Day }>(
  'agenda.removeHoliday',
  `delete from holidays where day = $1::date and source = 'staff' returning day`,
)

type NewBlock = WeeklyBlock & { readonly professional_id: number }

export function calendarsStore(db: Database) {
  return {
    offices: () => db.run(offices, []),
    services: () => db.run(services, []),
    professionals: async (patterns: readonly string[], page: Page): Promise<Paged<ProfessionalRow>> => {
      const total = (await db.run(countProfessionals, [patterns]))[0]?.count ?? 0
      const rows = await db.run(professionals, [patterns, page.limit, (page.page - 1) * page.limit])
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    professional: async (id: number) => (await db.run(professional, [id]))[0] ?? null,
    schedulesOf: (id: number) => db.run(schedulesOf, [id]),
    schedulesAbout: (queries: Queries | null, ruts: readonly string[], rooms: readonly string[]) =>
      (queries ?? db).run(schedulesAbout, [ruts, rooms]),
    free: (id: number, from: Date, to: Date, now: Date) => db.run(free, [id, from, to, now]),
    exceptions: (id: number, from: Date, to: Date) => db.run(exceptions, [id, from, to]),
    exception: async (id: number) => (await db.run(exception, [id]))[0] ?? null,

    /** False where there is no such professional. */
    lock: async (tx: Queries, id: number) => (await tx.run(lock, [id])).length > 0,
    /** Rooms are given out one after the other. */
    lockRooms: async (tx: Queries) => {
      await tx.run(lockOffice, [])
    },
    block: async (
      tx: Queries,
      professionalId: number,
      from: Date,
      to: Date,
      reason: string,
      by: number,
      now: Date,
    ) => (await tx.run(block, [professionalId, from, to, reason, by, now]))[0]?.id ?? 0,
    /** Null where the site or what the hours are for is unknown. */
    open: async (
      tx: Queries,
      professionalId: number,
      from: Date,
      to: Date,
      opened: OpenedTime,
      by: number,
      now: Date,
    ) => {
      const { office_id, specialty, slot_minutes, room, modality } = opened
      const values = [
        professionalId,
        from,
        to,
        office_id,
        specialty,
        slot_minutes,
        room,
        modality,
        by,
        now,
      ] as const
      return (await tx.run(open, values))[0]?.id ?? null
    },
    endException: async (tx: Queries, id: number) => (await tx.run(endException, [id])).length > 0,
    isBlocked: async (tx: Queries, professionalId: number, from: Date, to: Date) =>
      (await tx.run(blocks, [professionalId, from, to])).length > 0,
    attends: async (tx: Queries, professionalId: number, from: Date, to: Date) =>
      (await tx.run(attends, [professionalId, from, to])).length > 0,
    clash: async (tx: Queries, professionalIds: readonly number[]) =>
      (await tx.run(clash, [professionalIds]))[0]?.kind ?? null,
    offerFree: async (tx: Queries, professionalId: number | null, from: Date, to: Date, now: Date) => {
      await tx.run(offerFree, [professionalId, from, to, now])
    },

    insert: async (tx: Queries, rut: string, name: string, now: Date) =>
      (await tx.run(insert, [rut, name, now]))[0]?.id ?? 0,
    /** False where somebody changed it since `readAt`. */
    update: async (tx: Queries, id: number, name: string, active: boolean, now: Date, readAt: Date | null) =>
      (await tx.run(update, [id, name, active, now, readAt])).length > 0,
    touch: async (tx: Queries, ids: readonly number[], now: Date) => {
      await tx.run(touch, [ids, now])
    },
    dropSchedules: async (tx: Queries, professionalId: number) => {
      await tx.run(dropSchedules, [professionalId])
    },
    /** How many were written: fewer than given where a site or what the hours are for is unknown. */
    addSchedules: async (tx: Queries, rows: readonly NewBlock[]) =>
      (await tx.run(addSchedules, [JSON.stringify(rows)])).length,
    /** What somebody attends is what their week says. */
    settlePractices: async (tx: Queries, ids: readonly number[]) => {
      await tx.run(dropPractices, [ids])
      await tx.run(addPractices, [ids])
    },
    known: (queries: Queries | null, ruts: readonly string[]) => (queries ?? db).run(known, [ruts]),

    staffHolidays: (from: Day, to: Day) => db.run(staffHolidays, [from, to]),
    holidaysBetween: (from: Day, to: Day) => db.run(holiday, [from, to]),
    /** False where the day is one already. */
    addHoliday: async (tx: Queries, day: Day, name: string, by: number, now: Date) =>
      (await tx.run(addHoliday, [day, name, by, now])).length > 0,
    removeHoliday: async (tx: Queries, day: Day) => (await tx.run(removeHoliday, [day])).length > 0,
  }
}

export type CalendarsStore = ReturnType<typeof calendarsStore>
