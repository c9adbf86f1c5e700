import type { OpenedTime } from '@mi-portal/contract/agenda/calendar-exceptions'
import type { WeeklyBlock } from '@mi-portal/contract/agenda/professionals'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { CalendarsSql } from './calendars.sql.generated.ts'

const sql = defineSql<
  CalendarsSql,
  {
    specialties: readonly { code: string; name: string }[]
    modality: 'presencial' | 'telemedicina'
  }
>('agenda')

const officesSql = sql(
  'offices',
  'select id, office_id, name from offices where retired_at is null order by id',
)
const servicesSql = defineSql<CalendarsSql, { kind: 'consultation' | 'exam' | 'procedure' }>('agenda')(
  'services',
  'select wire_code as code!, name, kind from services where retired_at is null order by unaccent(lower(name)), code',
)

type ProfessionalRow = Row<typeof professionalsSql>
const professionalColumns = `p.id, p.rut, p.name, p.active, p.updated_at, (
  select coalesce(jsonb_agg(jsonb_build_object('code', v.wire_code, 'name', v.name) order by v.name), '[]'::jsonb)
  from professional_specialties x join services v on v.code = x.specialty_code where x.professional_id = p.id) as specialties!`
/** The sites to which a member of staff is limited; null: every site. */
type Sites = readonly number[] | null
/** The sites at which a professional attends now or later, or has appointments. */
const sitesOfProfessional = (id: string) => `select c.office_id from schedules c
     where c.professional_id = ${id} and (c.valid_to is null or c.valid_to >= (:now::timestamptz at time zone 'America/Santiago')::date)
   union select e.office_id from schedule_exceptions e
     where e.professional_id = ${id} and e.kind = 'open' and e.ends_at > :now::timestamptz
   union select a.office_id from appointments a
     where a.professional_id = ${id} and a.state = 'booked' and a.starts_at > :now::timestamptz`
const sitesOfSql = sql('sitesOf', sitesOfProfessional(':id'))
const isListedSql = `(:sites?::int[] is null or exists (
     select from (${sitesOfProfessional('p.id')}) own where own.office_id = any(:sites?::int[])))`
const listed = sql('listed', `select p.id from professionals p where p.id = :id and ${isListedSql}`)
const matching = `from professionals p where unaccent(lower(p.name)) || ' ' || lower(p.rut) like all(:patterns::text[])
   and ${isListedSql}`
const professionalsSql = sql(
  'professionals',
  `select ${professionalColumns} ${matching} order by p.active desc, unaccent(lower(p.name)), p.id
   limit :limit_rows::int offset :offset_rows::int`,
  { isReplanned: true },
)
const countProfessionals = sql(
  'countProfessionals',
  `select count(*)::int as count! from (select 1 ${matching} limit ${exactTotal + 1}) counted`,
  { isReplanned: true },
)
const professionalSql = sql(
  'professional',
  `select ${professionalColumns} from professionals p where p.id = :id`,
)

const imageKeySql = sql('imageKey', 'select image_key from professionals where id = :id')
const lockImageSql = sql(
  'lockImage',
  'select image_file_id from professionals where id = :id for no key update',
)
const setImageSql = sql(
  'setImage',
  'update professionals set image_file_id = :image_file_id?, image_key = :image_key? where id = :id',
)
const imageFileSql = sql(
  'imageFile',
  'select f.key, f.media_type from professionals p join files f on f.id = p.image_file_id where p.image_key = :image_key',
)
const scheduleColumns = `c.id, c.professional_id, r.rut, c.office_id, v.wire_code as specialty!, c.weekday,
  to_char(c.starts, 'HH24:MI') as starts!, to_char(c.ends, 'HH24:MI') as ends!, c.slot_minutes, c.room, c.modality,
  c.valid_from, c.valid_to, c.on_holidays`
const scheduleTables = `schedules c join services v on v.code = c.specialty_code join professionals r on r.id = c.professional_id`
const schedulesOfSql = sql(
  'schedulesOf',
  `select ${scheduleColumns} from ${scheduleTables} where c.professional_id = :professional_id
   order by (c.weekday + 6) % 7, c.starts, c.id`,
)
/** Reads the schedules of these professionals, and those of other professionals in these rooms. */
const schedulesAboutSql = sql(
  'schedulesAbout',
  `select ${scheduleColumns} from ${scheduleTables}
   where r.rut = any(:ruts::text[]) or (c.modality = 'presencial' and c.room = any(:rooms::text[])) order by c.id`,
)
const freeSql = sql(
  'free',
  `select s.id, s.starts_at, s.ends_at, case when s.modality = 'telemedicina' then 'Telemedicina' when s.room = ''
       then o.name else concat_ws(', ', o.name, s.room) end as place!, s.modality,
     exists (select from holds h where h.professional_id = s.professional_id
       and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > :now::timestamptz) as held!
   from slots s join offices o on o.id = s.office_id and o.retired_at is null
     join services v on v.code = s.service_code and v.retired_at is null
   where s.professional_id = :professional_id and s.starts_at >= :from::timestamptz and s.starts_at < :to::timestamptz
     and s.starts_at > :now::timestamptz and (:sites?::int[] is null or s.office_id = any(:sites?::int[]))
     and not exists (select from appointments b where b.professional_id = s.professional_id and b.state = 'booked'
       and b.starts_at < s.ends_at and b.ends_at > s.starts_at and b.starts_at > s.starts_at - interval '24 hours')
   order by s.starts_at`,
)
const withKind = defineSql<CalendarsSql, { kind: 'block' | 'open' }>('agenda')
const exceptionColumns = `e.id, e.professional_id, e.kind, e.starts_at, e.ends_at, e.reason,
  case when e.kind = 'block' then null when e.modality = 'telemedicina' then 'Telemedicina'
    when e.room = '' then o.name else concat_ws(', ', o.name, e.room) end as place`
const exceptionsSql = withKind(
  'exceptions',
  `select ${exceptionColumns} from schedule_exceptions e left join offices o on o.id = e.office_id
   where e.professional_id = :professional_id and e.starts_at < :to::timestamptz and e.ends_at > :from::timestamptz
     and (:sites?::int[] is null or e.office_id is null or e.office_id = any(:sites?::int[]))
   order by e.starts_at, e.id`,
)
const exceptionSql = withKind(
  'exception',
  `select ${exceptionColumns} from schedule_exceptions e left join offices o on o.id = e.office_id where e.id = :id`,
)

/**
 * Locks a professional, so that changes of one calendar run one after the other. Bookings only reference the row and do not
 * wait.
 */
const lockSql = sql('lockProfessional', 'select id from professionals where id = :id for no key update')
const lockOffice = sql('lockOffices', 'select id from offices order by id for no key update')
const blockSql = sql(
  'block',
  `insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, reason, created_by, created_at)
   values (:professional_id, 'block', :starts_at::timestamptz, :ends_at::timestamptz, :reason, :created_by,
     :now::timestamptz) returning id`,
)
const openSql = sql(
  'open',
  `insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, office_id, specialty_code, slot_minutes,
     room, modality, created_by, created_at)
   select :professional_id::int, 'open', :starts_at::timestamptz, :ends_at::timestamptz, o.id, v.code,
     :slot_minutes::int, :room, :modality, :created_by::int, :now::timestamptz
   from offices o, services v
   where o.id = :office_id and o.retired_at is null and v.wire_code = :specialty and v.retired_at is null returning id`,
)
const endExceptionSql = sql('endException', 'delete from schedule_exceptions where id = :id returning id')
const blocks = sql(
  'blocks',
  `select id from schedule_exceptions where professional_id = :professional_id and kind = 'block'
     and starts_at < :to::timestamptz and ends_at > :from::timestamptz limit 1`,
)
const attendsSql = sql(
  'attends',
  `select id from slots where professional_id = :professional_id and starts_at < :to::timestamptz
     and ends_at > :from::timestamptz limit 1`,
)
/** Finds overlapping slots in the calendars of these professionals: of one professional, or of two in the same room. */
const clashSql = sql(
  'clash',
  `select 'self' as kind! from slots a join slots b on b.professional_id = a.professional_id
     and b.starts_at > a.starts_at and b.starts_at < a.ends_at
   where a.professional_id = any(:professional_ids::int[])
   union all
   select 'room' from slots a join slots b on b.office_id = a.office_id and b.room = a.room and b.modality = 'presencial'
     and b.professional_id <> a.professional_id and b.starts_at < a.ends_at and b.ends_at > a.starts_at
     and b.starts_at > a.starts_at - interval '24 hours'
   where a.modality = 'presencial' and a.professional_id = any(:professional_ids::int[])
   limit 1`,
)
const insertSql = sql(
  'insertProfessional',
  'insert into professionals (rut, name, updated_at) values (:rut, :name, :now::timestamptz) returning id',
)
// Two changes in the same millisecond must have different timestamps.
const updateSql = sql(
  'updateProfessional',
  `update professionals set name = :name, active = :active,
     updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
   where id = :id and (:read_at?::timestamptz is null or date_trunc('milliseconds', updated_at) = :read_at?::timestamptz)
   returning id`,
)
const touchSql = sql(
  'touchProfessionals',
  `update professionals set updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
   where id = any(:ids::int[])`,
)
const deleteSchedulesSql = sql(
  'deleteSchedules',
  'delete from schedules where professional_id = :professional_id',
)
const addSchedulesSql = sql(
  'addSchedules',
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
const deletePractices = sql(
  'deletePractices',
  `delete from professional_specialties x where x.professional_id = any(:professional_ids::int[])
     and not exists (select from schedules c where c.professional_id = x.professional_id and c.specialty_code = x.specialty_code)`,
)
const addPractices = sql(
  'addPractices',
  `insert into professional_specialties (professional_id, specialty_code)
   select distinct professional_id, specialty_code from schedules where professional_id = any(:professional_ids::int[])
   on conflict do nothing`,
)
const knownSql = sql(
  'knownProfessionals',
  'select id, rut, name from professionals where rut = any(:ruts::text[]) order by id',
)

const staffHolidaysSql = sql(
  'staffHolidays',
  `select day, name from holidays where source = 'staff' and day >= :from::date and day <= :to::date order by day`,
)
type NewBlock = WeeklyBlock & { readonly professional_id: number }

export const offices = (db: Queries) => db.run(officesSql, {})

export const services = (db: Queries) => db.run(servicesSql, {})

/** `sites`: only professionals that attend at one of these sites. */
export const professionals = async (
  db: Queries,
  patterns: readonly string[],
  page: Page,
  sites: Sites,
  now: Date,
): Promise<Paged<ProfessionalRow>> => {
  const total = (await db.run(countProfessionals, { patterns, sites, now }))[0]?.count ?? 0
  const rows = await db.run(professionalsSql, {
    patterns,
    sites,
    now,
    limit_rows: page.limit,
    offset_rows: (page.page - 1) * page.limit,
  })
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}

export const professional = async (db: Queries, id: number) =>
  (await db.run(professionalSql, { id }))[0] ?? null

/** Returns the sites at which a professional attends now or later, or has appointments. */
export const sitesOf = async (db: Queries, queries: Queries | null, id: number, now: Date) =>
  (await (queries ?? db).run(sitesOfSql, { id, now })).flatMap(({ office_id }) => office_id ?? [])

/** Returns whether the professional exists and attends at one of the sites. */
export const isListed = async (db: Queries, id: number, sites: Sites, now: Date) =>
  (await db.run(listed, { id, sites, now })).length > 0

export const imageKey = async (db: Queries, id: number) =>
  (await db.run(imageKeySql, { id }))[0]?.image_key ?? null

/** Locks the professional and returns the file of the photo; null if the professional is unknown. */
export const lockImage = async (tx: Queries, id: number) => (await tx.run(lockImageSql, { id }))[0] ?? null

export const setImage = async (tx: Queries, id: number, image: { fileId: number; key: string } | null) => {
  await tx.run(setImageSql, { id, image_file_id: image?.fileId ?? null, image_key: image?.key ?? null })
}

export const imageFile = async (db: Queries, key: string) =>
  (await db.run(imageFileSql, { image_key: key }))[0] ?? null

export const schedulesOf = (db: Queries, id: number) => db.run(schedulesOfSql, { professional_id: id })

export const schedulesAbout = (
  db: Queries,
  queries: Queries | null,
  ruts: readonly string[],
  rooms: readonly string[],
) => (queries ?? db).run(schedulesAboutSql, { ruts, rooms })

export const free = (db: Queries, id: number, from: Date, to: Date, now: Date, sites: Sites) =>
  db.run(freeSql, { sites, professional_id: id, from, to, now })

export const exceptions = (db: Queries, id: number, from: Date, to: Date, sites: Sites) =>
  db.run(exceptionsSql, { sites, professional_id: id, from, to })

export const exception = async (db: Queries, id: number) => (await db.run(exceptionSql, { id }))[0] ?? null

/** Locks a professional. Returns false if the professional is unknown. */
export const lock = async (tx: Queries, id: number) => (await tx.run(lockSql, { id })).length > 0

/** Locks all rooms, so that they are assigned one after the other. */
export const lockRooms = async (tx: Queries) => {
  await tx.run(lockOffice, {})
}

export const block = async (
  tx: Queries,
  professionalId: number,
  from: Date,
  to: Date,
  reason: string,
  by: number,
  now: Date,
) => {
  const span = { professional_id: professionalId, starts_at: from, ends_at: to }
  return (await tx.run(blockSql, { ...span, reason, created_by: by, now }))[0]?.id ?? 0
}

/** Adds an additional time. Returns null if the site or the service is unknown. */
export const open = async (
  tx: Queries,
  professionalId: number,
  from: Date,
  to: Date,
  opened: OpenedTime,
  by: number,
  now: Date,
) => {
  const span = { professional_id: professionalId, starts_at: from, ends_at: to }
  return (await tx.run(openSql, { ...opened, ...span, created_by: by, now }))[0]?.id ?? null
}

export const endException = async (tx: Queries, id: number) =>
  (await tx.run(endExceptionSql, { id })).length > 0

export const isBlocked = async (tx: Queries, professionalId: number, from: Date, to: Date) =>
  (await tx.run(blocks, { professional_id: professionalId, from, to })).length > 0

export const attends = async (tx: Queries, professionalId: number, from: Date, to: Date) =>
  (await tx.run(attendsSql, { professional_id: professionalId, from, to })).length > 0

export const clash = async (tx: Queries, professionalIds: readonly number[]) =>
  (await tx.run(clashSql, { professional_ids: professionalIds }))[0]?.kind ?? null

export const insert = async (tx: Queries, rut: string, name: string, now: Date) =>
  (await tx.run(insertSql, { rut, name, now }))[0]?.id ?? 0

/** Updates a professional. Returns false if it was changed since `readAt`. */
export const update = async (
  tx: Queries,
  id: number,
  name: string,
  active: boolean,
  now: Date,
  readAt: Date | null,
) => (await tx.run(updateSql, { id, name, active, now, read_at: readAt })).length > 0

export const touch = async (tx: Queries, ids: readonly number[], now: Date) => {
  await tx.run(touchSql, { ids, now })
}

export const deleteSchedules = async (tx: Queries, professionalId: number) => {
  await tx.run(deleteSchedulesSql, { professional_id: professionalId })
}

/** Adds schedules and returns their number, which is lower than given if a site or a service is unknown. */
export const addSchedules = async (tx: Queries, rows: readonly NewBlock[]) =>
  (await tx.run(addSchedulesSql, { schedules: JSON.stringify(rows) })).length

/** Derives the services of professionals from their weekly calendars. */
export const settlePractices = async (tx: Queries, ids: readonly number[]) => {
  await tx.run(deletePractices, { professional_ids: ids })
  await tx.run(addPractices, { professional_ids: ids })
}

export const known = (db: Queries, queries: Queries | null, ruts: readonly string[]) =>
  (queries ?? db).run(knownSql, { ruts })

export const staffHolidays = (db: Queries, from: Day, to: Day) => db.run(staffHolidaysSql, { from, to })
