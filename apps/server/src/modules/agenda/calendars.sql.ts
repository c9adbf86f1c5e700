import type { Queries } from '../../platform/database/database.ts'
import { orderRows, toCount, toSorted } from '../../platform/database/sql-parts.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { CalendarsSql } from './calendars.sql.generated.ts'

const sql = defineSql<
  CalendarsSql,
  {
    specialties: readonly { code: string; name: string }[]
    modality: 'presencial' | 'telemedicina'
  }
>('agenda')

export const listOffices = sql('offices')`
  select id, office_id, name from offices where retired_at is null order by id`
export const listServices = defineSql<CalendarsSql, { kind: 'consultation' | 'exam' | 'procedure' }>(
  'agenda',
)('services')`
  select wire_code as code!, name, kind from services where retired_at is null order by unaccent(lower(name)), code`

const professionalColumns = `p.id, p.rut, p.name, p.active, p.updated_at, (
  select coalesce(jsonb_agg(jsonb_build_object('code', v.wire_code, 'name', v.name) order by v.name), '[]'::jsonb)
  from professional_specialties x join services v on v.code = x.specialty_code where x.professional_id = p.id) as specialties!`
const selectSites = (id: string) => `select c.office_id from schedules c
     where c.professional_id = ${id} and (c.valid_to is null or c.valid_to >= (:now::timestamptz at time zone 'America/Santiago')::date)
   union select e.office_id from schedule_exceptions e
     where e.professional_id = ${id} and e.kind = 'open' and e.ends_at > :now::timestamptz
   union select a.office_id from appointments a
     where a.professional_id = ${id} and a.state = 'booked' and a.starts_at > :now::timestamptz`
export const listSites = sql('sitesOf')`${selectSites(':id')}`
// `:sites`: the sites to which a member of staff is limited; null: every site.
const isListed = `(:sites?::int[] is null or exists (
     select from (${selectSites('p.id')}) own where own.office_id = any(:sites?::int[])))`
export const findListed = sql('listed')`select p.id from professionals p where p.id = :id and ${isListed}`
const matching = `from professionals p where unaccent(lower(p.name)) || ' ' || lower(p.rut) like all(:patterns::text[])
   and ${isListed}`
export const listProfessionals = sql('professionals', { isReplanned: true })`
  select ${professionalColumns} ${matching}
  ${orderRows({ name: toSorted('p.name'), rut: 'p.rut', active: 'p.active' }, `p.active desc, ${toSorted('p.name')}, p.id`)}
  limit :limit_rows::int offset :offset_rows::int`
export const countProfessionals = sql('countProfessionals', { isReplanned: true })`${toCount(matching)}`
export const findProfessional = sql('professional')`
  select ${professionalColumns} from professionals p where p.id = :id`

export const findImageKey = sql('imageKey')`select image_key from professionals where id = :id`
export const lockImage = sql('lockImage')`
  select image_file_id from professionals where id = :id for no key update`
export const updateImage = sql('setImage')`
  update professionals set image_file_id = :image_file_id?, image_key = :image_key? where id = :id`
export const findImageFile = sql('imageFile')`
  select f.key, f.media_type from professionals p join files f on f.id = p.image_file_id where p.image_key = :image_key`
const scheduleColumns = `c.id, c.professional_id, r.rut, c.office_id, v.wire_code as specialty!, c.weekday,
  to_char(c.starts, 'HH24:MI') as starts!, to_char(c.ends, 'HH24:MI') as ends!, c.slot_minutes, c.room, c.modality,
  c.valid_from, c.valid_to, c.on_holidays`
const scheduleTables = `schedules c join services v on v.code = c.specialty_code join professionals r on r.id = c.professional_id`
export const listSchedules = sql('schedulesOf')`
  select ${scheduleColumns} from ${scheduleTables} where c.professional_id = :professional_id
  order by (c.weekday + 6) % 7, c.starts, c.id`
export const listSchedulesAbout = sql('schedulesAbout')`
  select ${scheduleColumns} from ${scheduleTables}
  where r.rut = any(:ruts::text[]) or (c.modality = 'presencial' and c.room = any(:rooms::text[])) order by c.id`
export const listFree = sql('free')`
  select s.id, s.starts_at, s.ends_at, case when s.modality = 'telemedicina' then 'Telemedicina' when s.room = ''
      then o.name else concat_ws(', ', o.name, s.room) end as place!, s.modality,
    exists (select from holds h where h.professional_id = s.professional_id
      and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > :now::timestamptz) as held!
  from slots s join offices o on o.id = s.office_id and o.retired_at is null
    join services v on v.code = s.service_code and v.retired_at is null
  where s.professional_id = :professional_id and s.starts_at >= :from::timestamptz and s.starts_at < :to::timestamptz
    and s.starts_at > :now::timestamptz and (:sites?::int[] is null or s.office_id = any(:sites?::int[]))
    and not exists (select from appointments b where b.professional_id = s.professional_id and b.state = 'booked'
      and b.starts_at < s.ends_at and b.ends_at > s.starts_at and b.starts_at > s.starts_at - interval '24 hours')
  order by s.starts_at`
const withKind = defineSql<CalendarsSql, { kind: 'block' | 'open' }>('agenda')
const exceptionColumns = `e.id, e.professional_id, e.kind, e.starts_at, e.ends_at, e.reason,
  case when e.kind = 'block' then null when e.modality = 'telemedicina' then 'Telemedicina'
    when e.room = '' then o.name else concat_ws(', ', o.name, e.room) end as place`
export const listExceptions = withKind('exceptions')`
  select ${exceptionColumns} from schedule_exceptions e left join offices o on o.id = e.office_id
  where e.professional_id = :professional_id and e.starts_at < :to::timestamptz and e.ends_at > :from::timestamptz
    and (:sites?::int[] is null or e.office_id is null or e.office_id = any(:sites?::int[]))
  order by e.starts_at, e.id`
export const findException = withKind('exception')`
  select ${exceptionColumns} from schedule_exceptions e left join offices o on o.id = e.office_id where e.id = :id`

/** Locks a professional, so that changes of one calendar run one after the other. Bookings only reference the row and do not wait. */
export const lockProfessional = sql('lockProfessional')`
  select id from professionals where id = :id for no key update`
/** Locks all rooms, so that they are assigned one after the other. */
export const lockOffices = sql('lockOffices')`select id from offices order by id for no key update`
export const insertBlock = sql('block')`
  insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, reason, created_by, created_at)
  values (:professional_id, 'block', :starts_at::timestamptz, :ends_at::timestamptz, :reason, :created_by,
    :now::timestamptz) returning id`
export const insertOpening = sql('open')`
  insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, office_id, specialty_code, slot_minutes,
    room, modality, created_by, created_at)
  select :professional_id::int, 'open', :starts_at::timestamptz, :ends_at::timestamptz, o.id, v.code,
    :slot_minutes::int, :room, :modality, :created_by::int, :now::timestamptz
  from offices o, services v
  where o.id = :office_id and o.retired_at is null and v.wire_code = :specialty and v.retired_at is null returning id`
export const deleteException = sql('endException')`
  delete from schedule_exceptions where id = :id returning id`
export const findBlock = sql('blocks')`
  select id from schedule_exceptions where professional_id = :professional_id and kind = 'block'
    and starts_at < :to::timestamptz and ends_at > :from::timestamptz limit 1`
export const findSlot = sql('attends')`
  select id from slots where professional_id = :professional_id and starts_at < :to::timestamptz
    and ends_at > :from::timestamptz limit 1`
export const findClash = sql('clash')`
  select 'self' as kind! from slots a join slots b on b.professional_id = a.professional_id
    and b.starts_at > a.starts_at and b.starts_at < a.ends_at
  where a.professional_id = any(:professional_ids::int[])
  union all
  select 'room' from slots a join slots b on b.office_id = a.office_id and b.room = a.room and b.modality = 'presencial'
    and b.professional_id <> a.professional_id and b.starts_at < a.ends_at and b.ends_at > a.starts_at
    and b.starts_at > a.starts_at - interval '24 hours'
  where a.modality = 'presencial' and a.professional_id = any(:professional_ids::int[])
  limit 1`
export const insertProfessional = sql('insertProfessional')`
  insert into professionals (rut, name, updated_at) values (:rut, :name, :now::timestamptz) returning id`
// Two changes in the same millisecond must have different timestamps.
export const updateProfessional = sql('updateProfessional')`
  update professionals set name = :name, active = :active,
    updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
  where id = :id and (:read_at?::timestamptz is null or date_trunc('milliseconds', updated_at) = :read_at?::timestamptz)
  returning id`
export const touchProfessionals = sql('touchProfessionals')`
  update professionals set updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
  where id = any(:ids::int[])`
export const deleteSchedules = sql('deleteSchedules')`
  delete from schedules where professional_id = :professional_id`
/** Adds schedules. Returns fewer rows than given if a site or a service is unknown. */
export const insertSchedules = sql('addSchedules')`
  insert into schedules (professional_id, office_id, specialty_code, weekday, starts, ends, slot_minutes, room, modality,
    valid_from, valid_to, on_holidays)
  select g.professional_id, o.id, v.code, g.weekday, g.starts, g.ends, g.slot_minutes, g.room, g.modality, g.valid_from,
    g.valid_to, g.on_holidays
  from json_to_recordset(:schedules::json) as g (professional_id int, office_id int, specialty text, weekday int, starts time,
      ends time, slot_minutes int, room text, modality text, valid_from date, valid_to date, on_holidays boolean)
    join offices o on o.id = g.office_id and o.retired_at is null
    join services v on v.wire_code = g.specialty and v.retired_at is null
  returning id`
const deletePractices = sql('deletePractices')`
  delete from professional_specialties x where x.professional_id = any(:professional_ids::int[])
    and not exists (select from schedules c where c.professional_id = x.professional_id and c.specialty_code = x.specialty_code)`
const addPractices = sql('addPractices')`
  insert into professional_specialties (professional_id, specialty_code)
  select distinct professional_id, specialty_code from schedules where professional_id = any(:professional_ids::int[])
  on conflict do nothing`
export const listKnownProfessionals = sql('knownProfessionals')`
  select id, rut, name from professionals where rut = any(:ruts::text[]) order by id`

export const listStaffHolidays = sql('staffHolidays')`
  select day, name from holidays where source = 'staff' and day >= :from::date and day <= :to::date order by day`

export async function derivePractices(
  tx: Queries,
  professionals: { readonly professional_ids: readonly number[] },
) {
  await tx.run(deletePractices, professionals)
  await tx.run(addPractices, professionals)
}
