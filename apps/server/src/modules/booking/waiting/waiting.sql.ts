import { toFullName } from '../../../platform/database/sql-parts.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { WaitingSql } from './waiting.sql.generated.ts'

const sql = defineSql<WaitingSql, { modality: 'presencial' | 'telemedicina' }>('waiting')

export const listWaits = sql('list')`
  select w.id, w.patient_id, ${toFullName('p')} as patient_full_name!, v.wire_code as code!, v.name, o.office_id, a.rut as rut_professional,
    a.name as doctor_name, w.from_day as "from", w.to_day as "to", w.created_at
  from waiting_list w join people p on p.id = w.patient_id join services v on v.code = w.service_code
    left join offices o on o.id = w.office_id left join professionals a on a.id = w.professional_id
  where w.person_id = :person_id and w.state = 'waiting' order by w.created_at, w.id limit 100`
export const insertWait = sql('add')`
  insert into waiting_list (person_id, patient_id, service_code, office_id, professional_id, from_day, to_day, state, created_at,
    told_elsewhere)
  select :person_id::int, :patient_id::int, v.code, (select id from offices where office_id = :office_id? and retired_at is null), a.id,
    :from_day?::date, :to_day?::date, 'waiting', :now::timestamptz, :told_elsewhere::boolean
  from services v left join professionals a on a.rut = :rut?
  where v.wire_code = :wire_code and v.retired_at is null and (:rut?::text is null or a.id is not null)
  on conflict do nothing returning id`
export const findKnownService = sql('known')`
  select v.code from services v where v.wire_code = :wire_code and v.retired_at is null
    and (:rut?::text is null or exists (select from professionals where rut = :rut?))`
// Null stands for all sites or all professionals.
export const findAttendedService = sql('attended')`
  select v.code from services v
  where v.wire_code = :wire_code and v.retired_at is null and exists (
    select from schedules c join professionals p on p.id = c.professional_id and p.active
      join offices o on o.id = c.office_id and o.retired_at is null
    where c.specialty_code = v.code and (:office_id?::text is null or o.office_id = :office_id?)
      and (:rut?::text is null or p.rut = :rut?)
      and (c.valid_to is null or c.valid_to >= :today::date))`
export const countWaits = sql('count')`
  select count(*)::int as count! from waiting_list where person_id = :person_id and state = 'waiting'`
export const endOwnWait = sql('end')`
  update waiting_list set state = 'ended', ended_at = :now::timestamptz
  where id = :id and person_id = :person_id and state = 'waiting' returning id`
export const listOffers = sql('offers')`
  select h.id as hold_id!, h.expires_at, h.patient_id as patient_id!, ${toFullName('q')} as patient_full_name!, s.id, p.rut as rut_professional!,
    p.name as doctor_name!, o.office_id, s.starts_at, s.ends_at, v.wire_code as specialty!, v.name as specialty_name!,
    s.modality, case when s.modality = 'telemedicina' then '' else s.room end as room!
  from holds h join slots s on s.id = h.slot_id join professionals p on p.id = s.professional_id
    join offices o on o.id = s.office_id join services v on v.code = s.service_code join people q on q.id = h.patient_id
  where h.person_id = :person_id and h.kind = 'offer' and h.expires_at > :now::timestamptz order by h.expires_at`

export const deleteExpiredOffers = sql('removeExpiredOffers')`
  delete from holds where kind = 'offer' and expires_at <= :now::timestamptz
  returning professional_id, lower(during) as starts_at!, upper(during) as ends_at!`
export const listMatches = sql('matches')`
  select f.id as freed_id!, m.* from freed_hours f left join lateral (
    select s.id as slot_id, w.id as waiting_id, w.person_id, w.patient_id, w.told_elsewhere, p.name as doctor_name, o.name as place_care, s.starts_at
    from slots s join professionals p on p.id = s.professional_id and p.active
      join offices o on o.id = s.office_id and o.retired_at is null
      join services v on v.code = s.service_code and v.retired_at is null
      join waiting_list w on w.service_code = s.service_code and w.state = 'waiting'
    where s.professional_id = f.professional_id and s.starts_at < f.ends_at and s.ends_at > f.starts_at
      and s.starts_at > :now::timestamptz
      and not exists (select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
        and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours')
      and not exists (select from holds h where h.professional_id = s.professional_id
        and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > :now::timestamptz)
      and (w.office_id is null or w.office_id = s.office_id)
      and (w.professional_id is null or w.professional_id = s.professional_id)
      and (w.from_day is null or w.from_day <= (s.starts_at at time zone 'America/Santiago')::date)
      and (w.to_day is null or w.to_day >= (s.starts_at at time zone 'America/Santiago')::date)
      and not exists (select from waiting_offers x where x.waiting_id = w.id and x.professional_id = s.professional_id
        and x.starts_at = s.starts_at)
      and not exists (select from holds h where h.waiting_id = w.id and h.expires_at > :now::timestamptz)
      and not exists (select from appointments a where a.patient_id = w.patient_id and a.state = 'booked'
        and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours')
    order by w.created_at, w.id, s.starts_at limit 1) m on true
  order by f.id limit 100`
export const insertOffer = sql('offer')`
  with slot as (
    select id, professional_id, starts_at, tstzrange(starts_at, ends_at) as during from slots where id = :slot_id
  ), gone as (
    delete from holds h using slot s where h.professional_id = s.professional_id and h.during && s.during
      and h.expires_at <= :now::timestamptz and h.kind = 'hold' returning h.id
  ), recorded as (
    insert into waiting_offers (waiting_id, professional_id, starts_at, offered_at)
    select :waiting_id::int, professional_id, starts_at, :now::timestamptz from slot
  )
  insert into holds (slot_id, professional_id, during, person_id, kind, patient_id, waiting_id, created_at, expires_at)
  select id, professional_id, during, :person_id::int, 'offer', :patient_id::int, :waiting_id::int, :now::timestamptz,
    :expires_at::timestamptz from slot
  where (select count(*) from gone) >= 0
  returning id`
/** Ends an entry. The right to book is not checked again, because the entry is over. */
export const endWait = sql('endOne')`
  update waiting_list set state = 'ended', ended_at = :now::timestamptz where id = :id and state = 'waiting'`
