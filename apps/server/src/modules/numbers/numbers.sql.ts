import type { Grouping } from '@mi-portal/contract/numbers'
import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import { defineSql } from '../../platform/database/statement.ts'
import type { NumbersSql } from './numbers.sql.generated.ts'

const sql = defineSql<NumbersSql, { grouping: Grouping; matter: Matter }>('numbers')

const isWithinPeriod = (column: string) =>
  `${column} >= :from::timestamptz and ${column} < :until::timestamptz`

/**
 * Appointments that have begun, by the clinic's names of specialties: a name that is stored with one appointment could lead to its
 * patient. Another system reports a missed appointment as cancelled.
 */
export const countAttendance = sql('attendance')`
  select case when grouping(o.id) = 0 then 'site' else 'specialty' end as grouping!, coalesce(o.name, v.name, 'Otras especialidades') as name!,
    (count(*) filter (where a.attendance = 'attended'))::int as attended!,
    (count(*) filter (where a.attendance = 'missed'))::int as missed!,
    (count(*) filter (where a.attendance is null or a.attendance = 'arrived'))::int as unrecorded!
  from appointments a join offices o on o.id = a.office_id left join services v on v.code = a.specialty_code
  where ${isWithinPeriod('a.starts_at')} and (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed'))
    and (:sites?::int[] is null or a.office_id = any(:sites?::int[]))
  group by grouping sets ((o.id, o.name), (v.name)) order by 1, 2`

export const countOccupancy = sql('occupancy')`
  select case when grouping(o.id) = 0 then 'site' else 'specialty' end as grouping!, coalesce(o.name, v.name) as name!,
    sum(d.taken)::int as taken!, sum(d.slots)::int as slots!
  from (
    select office_id, service_code, slots, taken from calendar_days
    where day >= (:from::timestamptz at time zone 'America/Santiago')::date
      and day < (:until::timestamptz at time zone 'America/Santiago')::date
    union all
    select office_id, service_code, 1, taken::int from slots where ${isWithinPeriod('starts_at')}
  ) d join offices o on o.id = d.office_id join services v on v.code = d.service_code
  where (:sites?::int[] is null or d.office_id = any(:sites?::int[]))
  group by grouping sets ((o.id, o.name), (v.name)) order by 1, 2`

/** An offered slot is recovered if the patient who waited booked it. */
export const countWaiting = sql('waiting')`
  select 'specialty' as grouping!, v.name,
    (count(*) filter (where ${isWithinPeriod('w.created_at')}))::int as added!,
    (count(*) filter (where w.state = 'waiting'))::int as waiting!,
    coalesce(sum(f.offered), 0)::int as offered!, coalesce(sum(f.recovered), 0)::int as recovered!
  from waiting_list w join services v on v.code = w.service_code
  left join lateral (
    select count(*) as offered, count(*) filter (where exists (
      select from appointments a where a.patient_id = w.patient_id and a.starts_at = x.starts_at
        and a.professional_id = x.professional_id and (a.state = 'booked' or a.attendance = 'missed'))) as recovered
    from waiting_offers x where x.waiting_id = w.id and ${isWithinPeriod('x.offered_at')}
  ) f on true
  where w.created_at < :until::timestamptz and (w.ended_at is null or w.ended_at >= :from::timestamptz)
    and (:sites?::int[] is null or w.office_id is null or w.office_id = any(:sites?::int[]))
  group by v.name order by v.name`

/** Requests that arrived in the period. A request that is not answered is late once its time is over. */
export const countAnswers = sql('answers')`
  select r.matter as matter!, (count(*) filter (where r.answered_at <= r.first_due_at))::int as in_time!,
    (count(*) filter (where coalesce(r.answered_at, :now::timestamptz) > r.first_due_at))::int as late!,
    (count(*) filter (where r.answered_at is null and r.first_due_at >= :now::timestamptz))::int as pending!
  from desk_requests r
  where ${isWithinPeriod('r.created_at')} and r.matter = any(:matters::text[])
    and (:sites?::int[] is null or r.site_id is null or r.site_id = any(:sites?::int[]))
  group by r.matter`

export const countValidations = sql('validations')`
  select (count(*) filter (where decided_at <= due_at))::int as in_time!,
    (count(*) filter (where decided_at > due_at))::int as late!
  from validation_decisions where due_at is not null and ${isWithinPeriod('decided_at')}`
