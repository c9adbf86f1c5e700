import { defineSql } from '../../../platform/database/statement.ts'
import type { AvailabilitySql } from './availability.sql.generated.ts'

const sql = defineSql<
  AvailabilitySql,
  {
    specialties: readonly { code: string; name: string }[]
    next_modality: 'presencial' | 'telemedicina'
    modality: 'presencial' | 'telemedicina'
  }
>('booking')

export const listOffices = sql('offices')`
  select office_id, id, name, address, phone from offices where retired_at is null order by id`

// Sites at which a professional offers one of the services from today on. Null stands for all services or all sites.
export const listAttendedOffices = sql('attendedAt')`
  select o.office_id, o.id, o.name, o.address, o.phone from offices o
  where o.retired_at is null and (:office_ids?::int[] is null or o.id = any(:office_ids?)) and exists (
    select from schedules c join professionals p on p.id = c.professional_id and p.active
      join services v on v.code = c.specialty_code and v.retired_at is null
    where c.office_id = o.id and (:codes?::int[] is null or c.specialty_code = any(:codes?))
      and (c.valid_to is null or c.valid_to >= :today::date))
  order by o.id`

// Services that a professional offers from today on. Null stands for all sites, both modalities or any age. The patient may have a
// birthday before the last day that can be booked, so there are two ages.
export const listConsultedServices = sql('consulted')`
  select v.wire_code as code!, v.name from services v
  where v.kind = 'consultation' and v.retired_at is null and exists (
    select from schedules c join professionals p on p.id = c.professional_id and p.active
      join offices o on o.id = c.office_id and o.retired_at is null
    where c.specialty_code = v.code and (:office_id?::text is null or o.office_id = :office_id?)
      and (:modality?::text is null or c.modality = :modality?) and (c.valid_to is null or c.valid_to >= :today::date))
    and not exists (
      select from specialties t
      where t.code = v.code and (t.age_min > :age_on_last_day?::int or t.age_max < :age?::int))
  order by unaccent(lower(v.name))`
export const listNamedServices = sql('named')`
  select wire_code as code!, name from services where wire_code = any(:wire_codes::text[]) and retired_at is null
  order by array_position(:wire_codes::text[], wire_code)`

export const isOffered = `s.office_id in (select id from offices where retired_at is null)
  and s.service_code in (select code from services where retired_at is null)`

/**
 * Condition for a slot `s` that is neither booked nor, at `:now`, held. `taken` lets an index leave out nearly all booked slots, and
 * may be false too long. `offset 0` makes the planner check each slot by index.
 */
const isFree = `not s.taken and not exists (
    select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
      and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours' offset 0)
  and not exists (
    select from holds h where h.professional_id = s.professional_id
      and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > :now::timestamptz offset 0)`

// Null stands for all sites, services, professionals or both modalities.
export const listProfessionals = sql('professionals')`
  select p.rut, p.name, p.image_key, x.specialties, f.starts_at as next_free, f.modality as next_modality
  from professionals p
    left join (
      select ps.professional_id,
        jsonb_agg(jsonb_build_object('code', v.wire_code, 'name', v.name) order by v.wire_code) as specialties!
      from professional_specialties ps join services v on v.code = ps.specialty_code and v.retired_at is null
      group by ps.professional_id) x on x.professional_id = p.id
    left join lateral (
      select s.starts_at, s.modality from slots s
      where s.professional_id = p.id and s.starts_at > :now::timestamptz
        and (:office_id?::int is null or s.office_id = :office_id?)
        and (:codes?::int[] is null or s.service_code = any(:codes?))
        and (:modality?::text is null or s.modality = :modality?)
        and ${isOffered} and ${isFree}
      order by s.starts_at limit 1) f on true
  where p.active and (:rut?::text is null or p.rut = :rut?) and p.id in (
    select c.professional_id from schedules c join offices o on o.id = c.office_id and o.retired_at is null
      join services v on v.code = c.specialty_code and v.retired_at is null
    where (:office_id?::int is null or c.office_id = :office_id?)
      and (:codes?::int[] is null or c.specialty_code = any(:codes?))
      and (:modality?::text is null or c.modality = :modality?)
      and (c.valid_to is null or c.valid_to >= :today::date))
  order by f.starts_at nulls last, p.name
  limit 500`

export const listServiceCodes = sql('codesOf')`
  select code from services where wire_code = any(:wire_codes::text[]) and retired_at is null`
export const findOfficeId = sql('officeOf')`
  select id from offices where office_id = :office_id and retired_at is null`

export const findExamNeed = sql('needOfExam')`
  select array(select t.service_code from exam_specialties t
      where t.retired_at is null and (t.code = e.specialty_code or e.specialty_code = any(t.same_exams_as))) as codes!,
    case when exists (select from exam_specialties t where t.retired_at is null and e.specialty_code = any(t.same_exams_as))
      then array(select id from offices where retired_at is null) else e.office_ids end as offices!, 0 as minutes!
  from bookable_exams e where e.id = :id and e.retired_at is null`
export const findProcedureNeed = sql('needOfProcedure')`
  select array[c.service_code] as codes!, p.office_ids as offices!, p.minutes
  from procedures p join procedure_categories c on c.code = p.category_code
  where p.code = :code and p.retired_at is null`

const slotColumns = `s.id, p.rut as rut_professional!, p.name as doctor_name!, o.office_id, s.starts_at, s.ends_at,
  v.wire_code as specialty!, v.name as specialty_name!, s.modality, case when s.modality = 'telemedicina' then '' else s.room end as room!`
const slotTables = `slots s join professionals p on p.id = s.professional_id join offices o on o.id = s.office_id
  join services v on v.code = s.service_code`

/** A search for free slots. Null stands for all services, all sites or both modalities; `minutes` is the shortest slot. */
const selectFree = (which: string) =>
  `select ${slotColumns} from ${slotTables}
   where ${which} and s.starts_at >= :from::timestamptz and s.starts_at < :to::timestamptz and s.starts_at > :now::timestamptz
     and (:offices?::int[] is null or s.office_id = any(:offices?))
     and s.ends_at - s.starts_at >= make_interval(mins => :minutes::int)
     and (:modality?::text is null or s.modality = :modality?)
     and p.active and o.retired_at is null and v.retired_at is null and ${isFree}
   order by s.starts_at, p.name limit 5000`
export const listFreeByService = sql('freeByService')`${selectFree('s.service_code = any(:codes?::int[])')}`
export const listFreeByProfessional = sql(
  'freeByProfessional',
)`${selectFree(`s.professional_id = (select id from professionals where rut = :rut)
    and (:codes?::int[] is null or s.service_code = any(:codes?))`)}`

export const findSlot = sql('slot')`
  select ${slotColumns} from ${slotTables} where s.id = :id and o.retired_at is null and v.retired_at is null`
export const findSlotState = sql('slotState')`
  select professional_id, starts_at <= :now::timestamptz as begun! from slots where id = :id`
