import type { OpenedTime } from '@mi-portal/contract/agenda/calendar-exceptions'
import type { CalendarException, FreeSlot } from '@mi-portal/contract/agenda/calendar-week'
import type { CalendarProfessional, WeeklyBlock } from '@mi-portal/contract/agenda/professionals'
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

const offices = statement<Office>(
  'agenda.offices',
  'select id, office_id, name from offices where retired_at is null order by id',
)
const services = statement<Service>(
  'agenda.services',
  'select wire_code as code, name, kind from services where retired_at is null order by unaccent(lower(name)), code',
)

type ProfessionalRow = Omit<CalendarProfessional, 'specialties'> & {
  readonly specialties: readonly { code: string; name: string }[]
  readonly updated_at: Date
}
const professionalColumns = `p.id, p.rut, p.name, p.active, p.updated_at, (
  select coalesce(jsonb_agg(jsonb_build_object('code', v.wire_code, 'name', v.name) order by v.name), '[]'::jsonb)
  from professional_specialties x join services v on v.code = x.specialty_code where x.professional_id = p.id) as specialties`
/** The sites to which a member of staff is limited; null: every site. */
type Sites = readonly number[] | null
/** The sites at which a professional attends now or later, or has appointments. */
const sitesOfProfessional = (id: string) => `select c.office_id from schedules c
     where c.professional_id = ${id} and (c.valid_to is null or c.valid_to >= (:now::timestamptz at time zone 'America/Santiago')::date)
   union select e.office_id from schedule_exceptions e
     where e.professional_id = ${id} and e.kind = 'open' and e.ends_at > :now::timestamptz
   union select a.office_id from appointments a
     where a.professional_id = ${id} and a.state = 'booked' and a.starts_at > :now::timestamptz`
const sitesOf = statement<{ office_id: number | null }, { id: number; now: Date }>(
  'agenda.sitesOf',
  sitesOfProfessional(':id'),
)
const isListed = `(:sites::int[] is null or exists (
     select from (${sitesOfProfessional('p.id')}) own where own.office_id = any(:sites::int[])))`
const listed = statement<{ id: number }, { id: number; now: Date; sites: Sites }>(
  'agenda.listed',
  `select p.id from professionals p where p.id = :id and ${isListed}`,
)
const matching = `from professionals p where unaccent(lower(p.name)) || ' ' || lower(p.rut) like all(:patterns::text[])
   and ${isListed}`
const professionals = searchStatement<
  ProfessionalRow,
  { patterns: readonly string[]; now: Date; sites: Sites; limit_rows: number; offset_rows: number }
>(
  'agenda.professionals',
  `select ${professionalColumns} ${matching} order by p.active desc, unaccent(lower(p.name)), p.id
   limit :limit_rows::int offset :offset_rows::int`,
)
const countProfessionals = searchStatement<
  { count: number },
  { patterns: readonly string[]; now: Date; sites: Sites }
>(
  'agenda.countProfessionals',
  `select count(*)::int as count from (select 1 ${matching} limit ${exactTotal + 1}) counted`,
)
const professional = statement<ProfessionalRow, { id: number }>(
  'agenda.professional',
  `select ${professionalColumns} from professionals p where p.id = :id`,
)

const imageKey = statement<{ image_key: string | null }, { id: number }>(
  'agenda.imageKey',
  'select image_key from professionals where id = :id',
)
const lockImage = statement<{ image_file_id: number | null }, { id: number }>(
  'agenda.lockImage',
  'select image_file_id from professionals where id = :id for no key update',
)
const setImage = statement<never, { id: number; image_file_id: number | null; image_key: string | null }>(
  'agenda.setImage',
  'update professionals set image_file_id = :image_file_id, image_key = :image_key where id = :id',
)
const imageFile = statement<{ key: string; media_type: string }, { image_key: string }>(
  'agenda.imageFile',
  'select f.key, f.media_type from professionals p join files f on f.id = p.image_file_id where p.image_key = :image_key',
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
const schedulesOf = statement<ScheduleRow, { professional_id: number }>(
  'agenda.schedulesOf',
  `select ${scheduleColumns} from ${scheduleTables} where c.professional_id = :professional_id
   order by (c.weekday + 6) % 7, c.starts, c.id`,
)
/** Reads the schedules of these professionals, and those of other professionals in these rooms. */
const schedulesAbout = statement<ScheduleRow, { ruts: readonly string[]; rooms: readonly string[] }>(
  'agenda.schedulesAbout',
  `select ${scheduleColumns} from ${scheduleTables}
   where r.rut = any(:ruts::text[]) or (c.modality = 'presencial' and c.room = any(:rooms::text[])) order by c.id`,
)

type FreeRow = Omit<FreeSlot, 'starts_at' | 'ends_at'> & { readonly starts_at: Date; readonly ends_at: Date }
const free = statement<FreeRow, { professional_id: number; from: Date; to: Date; now: Date; sites: Sites }>(
  'agenda.free',
  `select s.id, s.starts_at, s.ends_at, case when s.modality = 'telemedicina' then 'Telemedicina' when s.room = ''
       then o.name else concat_ws(', ', o.name, s.room) end as place, s.modality,
     exists (select from holds h where h.professional_id = s.professional_id
       and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > :now::timestamptz) as held
   from slots s join offices o on o.id = s.office_id and o.retired_at is null
     join services v on v.code = s.service_code and v.retired_at is null
   where s.professional_id = :professional_id and s.starts_at >= :from::timestamptz and s.starts_at < :to::timestamptz
     and s.starts_at > :now::timestamptz and (:sites::int[] is null or s.office_id = any(:sites::int[]))
     and not exists (select from appointments b where b.professional_id = s.professional_id and b.state = 'booked'
       and b.starts_at < s.ends_at and b.ends_at > s.starts_at and b.starts_at > s.starts_at - interval '24 hours')
   order by s.starts_at`,
)

type ExceptionRow = Omit<CalendarException, 'starts_at' | 'ends_at'> & {
  readonly professional_id: number
  readonly starts_at: Date
  readonly ends_at: Date
}
const exceptionColumns = `e.id, e.professional_id, e.kind, e.starts_at, e.ends_at, e.reason,
  case when e.kind = 'block' then null when e.modality = 'telemedicina' then 'Telemedicina'
    when e.room = '' then o.name else concat_ws(', ', o.name, e.room) end as place`
const exceptions = statement<ExceptionRow, { professional_id: number; from: Date; to: Date; sites: Sites }>(
  'agenda.exceptions',
  `select ${exceptionColumns} from schedule_exceptions e left join offices o on o.id = e.office_id
   where e.professional_id = :professional_id and e.starts_at < :to::timestamptz and e.ends_at > :from::timestamptz
     and (:sites::int[] is null or e.office_id is null or e.office_id = any(:sites::int[]))
   order by e.starts_at, e.id`,
)
const exception = statement<ExceptionRow, { id: number }>(
  'agenda.exception',
  `select ${exceptionColumns} from schedule_exceptions e left join offices o on o.id = e.office_id where e.id = :id`,
)

/**
 * Locks a professional, so that changes of one calendar run one after the other. Bookings only reference the row and do not
 * wait.
 */
const lock = statement<{ id: number }, { id: number }>(
  'agenda.lockProfessional',
  'select id from professionals where id = :id for no key update',
)
const lockOffice = statement<never>(
  'agenda.lockOffices',
  'select id from offices order by id for no key update',
)
const block = statement<
  { id: number },
  { professional_id: number; starts_at: Date; ends_at: Date; reason: string; created_by: number; now: Date }
>(
  'agenda.block',
  `insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, reason, created_by, created_at)
   values (:professional_id, 'block', :starts_at::timestamptz, :ends_at::timestamptz, :reason, :created_by,
     :now::timestamptz) returning id`,
)
const open = statement<
  { id: number },
  Omit<OpenedTime, 'day' | 'starts' | 'ends'> & {
    professional_id: number
    starts_at: Date
    ends_at: Date
    created_by: number
    now: Date
  }
>(
  'agenda.open',
  `insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, office_id, specialty_code, slot_minutes,
     room, modality, created_by, created_at)
   select :professional_id::int, 'open', :starts_at::timestamptz, :ends_at::timestamptz, o.id, v.code,
     :slot_minutes::int, :room, :modality, :created_by::int, :now::timestamptz
   from offices o, services v
   where o.id = :office_id and o.retired_at is null and v.wire_code = :specialty and v.retired_at is null returning id`,
)
const endException = statement<{ id: number }, { id: number }>(
  'agenda.endException',
  'delete from schedule_exceptions where id = :id returning id',
)
const blocks = statement<{ id: number }, { professional_id: number; from: Date; to: Date }>(
  'agenda.blocks',
  `select id from schedule_exceptions where professional_id = :professional_id and kind = 'block'
     and starts_at < :to::timestamptz and ends_at > :from::timestamptz limit 1`,
)
const attends = statement<{ id: number }, { professional_id: number; from: Date; to: Date }>(
  'agenda.attends',
  `select id from slots where professional_id = :professional_id and starts_at < :to::timestamptz
     and ends_at > :from::timestamptz limit 1`,
)
/** Finds overlapping slots in the calendars of these professionals: of one professional, or of two in the same room. */
const clash = statement<{ kind: 'self' | 'room' }, { professional_ids: readonly number[] }>(
  'agenda.clash',
  `select 'self' as kind from slots a join slots b on b.professional_id = a.professional_id
     and b.starts_at > a.starts_at and b.starts_at < a.ends_at
   where a.professional_id = any(:professional_ids::int[])
   union all
   select 'room' from slots a join slots b on b.office_id = a.office_id and b.room = a.room and b.modality = 'presencial'
     and b.professional_id <> a.professional_id and b.starts_at < a.ends_at and b.ends_at > a.starts_at
     and b.starts_at > a.starts_at - interval '24 hours'
   where a.modality = 'presencial' and a.professional_id = any(:professional_ids::int[])
   limit 1`,
)
const insert = statement<{ id: number }, { rut: string; name: string; now: Date }>(
  'agenda.insertProfessional',
  'insert into professionals (rut, name, updated_at) values (:rut, :name, :now::timestamptz) returning id',
)
// Two changes in the same millisecond must have different timestamps.
const update = statement<
  { id: number },
  { id: number; name: string; active: boolean; now: Date; read_at: Date | null }
>(
  'agenda.updateProfessional',
  `update professionals set name = :name, active = :active,
     updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
   where id = :id and (:read_at::timestamptz is null or date_trunc('milliseconds', updated_at) = :read_at::timestamptz)
   returning id`,
)
const touch = statement<never, { ids: readonly number[]; now: Date }>(
  'agenda.touchProfessionals',
  `update professionals set updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
   where id = any(:ids::int[])`,
)
const deleteSchedules = statement<never, { professional_id: number }>(
  'agenda.deleteSchedules',
  'delete from schedules where professional_id = :professional_id',
)
const addSchedules = statement<{ id: number }, { schedules: string }>(
  'agenda.addSchedules',
  `insert into schedules (professional_id, office_id, specialty_code, weekday, starts, ends, slot_minutes, room, modality,
     valid_from, valid_to, on_holidays)
   select g.professional_id, o.id, v.code, g.weekday, g.starts, g.ends, g.slot_minutes, g.room, g.modality, g.valid_from,
     g.valid_to, g.on_holidays
   from json_to_recordset(:schedules::json) as g (professional_id int, office_id int, specialty text, weekday int, starts time,
       ends time, slot_minutes int, room text, modality text, valid_from date, valid_to date, on_holidays boolean)
     join offices o on o.id = g.office_id and o.retired_at is null
     join services v on v.wire_code = g.specialty and v.retired_at is null
   returning id`,
)
const deletePractices = statement<never, { professional_ids: readonly number[] }>(
  'agenda.deletePractices',
  `delete from professional_specialties x where x.professional_id = any(:professional_ids::int[])
     and not exists (select from schedules c where c.professional_id = x.professional_id and c.specialty_code = x.specialty_code)`,
)
const addPractices = statement<never, { professional_ids: readonly number[] }>(
  'agenda.addPractices',
  `insert into professional_specialties (professional_id, specialty_code)
   select distinct professional_id, specialty_code from schedules where professional_id = any(:professional_ids::int[])
   on conflict do nothing`,
)
const known = statement<{ id: number; rut: string; name: string }, { ruts: readonly string[] }>(
  'agenda.knownProfessionals',
  'select id, rut, name from professionals where rut = any(:ruts::text[]) order by id',
)

const staffHolidays = statement<{ day: Day; name: string }, { from: Day; to: Day }>(
  'agenda.staffHolidays',
  `select day, name from holidays where source = 'staff' and day >= :from::date and day <= :to::date order by day`,
)
type NewBlock = WeeklyBlock & { readonly professional_id: number }

export function createCalendarsStore(db: Database) {
  return {
    offices: () => db.run(offices, []),
    services: () => db.run(services, []),
    /** `sites`: only professionals that attend at one of these sites. */
    professionals: async (
      patterns: readonly string[],
      page: Page,
      sites: Sites,
      now: Date,
    ): Promise<Paged<ProfessionalRow>> => {
      const total = (await db.run(countProfessionals, { patterns, sites, now }))[0]?.count ?? 0
      const rows = await db.run(professionals, {
        patterns,
        sites,
        now,
        limit_rows: page.limit,
        offset_rows: (page.page - 1) * page.limit,
      })
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    professional: async (id: number) => (await db.run(professional, { id }))[0] ?? null,
    /** Returns the sites at which a professional attends now or later, or has appointments. */
    sitesOf: async (queries: Queries | null, id: number, now: Date) =>
      (await (queries ?? db).run(sitesOf, { id, now })).flatMap(({ office_id }) => office_id ?? []),
    /** Returns whether the professional exists and attends at one of the sites. */
    isListed: async (id: number, sites: Sites, now: Date) =>
      (await db.run(listed, { id, sites, now })).length > 0,
    imageKey: async (id: number) => (await db.run(imageKey, { id }))[0]?.image_key ?? null,
    /** Locks the professional and returns the file of the photo; null if the professional is unknown. */
    lockImage: async (tx: Queries, id: number) => (await tx.run(lockImage, { id }))[0] ?? null,
    setImage: async (tx: Queries, id: number, image: { fileId: number; key: string } | null) => {
      await tx.run(setImage, { id, image_file_id: image?.fileId ?? null, image_key: image?.key ?? null })
    },
    imageFile: async (key: string) => (await db.run(imageFile, { image_key: key }))[0] ?? null,
    schedulesOf: (id: number) => db.run(schedulesOf, { professional_id: id }),
    schedulesAbout: (queries: Queries | null, ruts: readonly string[], rooms: readonly string[]) =>
      (queries ?? db).run(schedulesAbout, { ruts, rooms }),
    free: (id: number, from: Date, to: Date, now: Date, sites: Sites) =>
      db.run(free, { sites, professional_id: id, from, to, now }),
    exceptions: (id: number, from: Date, to: Date, sites: Sites) =>
      db.run(exceptions, { sites, professional_id: id, from, to }),
    exception: async (id: number) => (await db.run(exception, { id }))[0] ?? null,

    /** Locks a professional. Returns false if the professional is unknown. */
    lock: async (tx: Queries, id: number) => (await tx.run(lock, { id })).length > 0,
    /** Locks all rooms, so that they are assigned one after the other. */
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
    ) => {
      const span = { professional_id: professionalId, starts_at: from, ends_at: to }
      return (await tx.run(block, { ...span, reason, created_by: by, now }))[0]?.id ?? 0
    },
    /** Adds an additional time. Returns null if the site or the service is unknown. */
    open: async (
      tx: Queries,
      professionalId: number,
      from: Date,
      to: Date,
      opened: OpenedTime,
      by: number,
      now: Date,
    ) => {
      const span = { professional_id: professionalId, starts_at: from, ends_at: to }
      return (await tx.run(open, { ...opened, ...span, created_by: by, now }))[0]?.id ?? null
    },
    endException: async (tx: Queries, id: number) => (await tx.run(endException, { id })).length > 0,
    isBlocked: async (tx: Queries, professionalId: number, from: Date, to: Date) =>
      (await tx.run(blocks, { professional_id: professionalId, from, to })).length > 0,
    attends: async (tx: Queries, professionalId: number, from: Date, to: Date) =>
      (await tx.run(attends, { professional_id: professionalId, from, to })).length > 0,
    clash: async (tx: Queries, professionalIds: readonly number[]) =>
      (await tx.run(clash, { professional_ids: professionalIds }))[0]?.kind ?? null,

    insert: async (tx: Queries, rut: string, name: string, now: Date) =>
      (await tx.run(insert, { rut, name, now }))[0]?.id ?? 0,
    /** Updates a professional. Returns false if it was changed since `readAt`. */
    update: async (tx: Queries, id: number, name: string, active: boolean, now: Date, readAt: Date | null) =>
      (await tx.run(update, { id, name, active, now, read_at: readAt })).length > 0,
    touch: async (tx: Queries, ids: readonly number[], now: Date) => {
      await tx.run(touch, { ids, now })
    },
    deleteSchedules: async (tx: Queries, professionalId: number) => {
      await tx.run(deleteSchedules, { professional_id: professionalId })
    },
    /** Adds schedules and returns their number, which is lower than given if a site or a service is unknown. */
    addSchedules: async (tx: Queries, rows: readonly NewBlock[]) =>
      (await tx.run(addSchedules, { schedules: JSON.stringify(rows) })).length,
    /** Derives the services of professionals from their weekly calendars. */
    settlePractices: async (tx: Queries, ids: readonly number[]) => {
      await tx.run(deletePractices, { professional_ids: ids })
      await tx.run(addPractices, { professional_ids: ids })
    },
    known: (queries: Queries | null, ruts: readonly string[]) => (queries ?? db).run(known, { ruts }),

    staffHolidays: (from: Day, to: Day) => db.run(staffHolidays, { from, to }),
  }
}

export type CalendarsStore = ReturnType<typeof createCalendarsStore>
