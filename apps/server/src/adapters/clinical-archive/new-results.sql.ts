import type { ExamType } from '@mi-portal/contract/exams/exams'
import { defineSql } from '../../platform/database/statement.ts'
import type { NewResultsSql } from './new-results.sql.generated.ts'

const sql = defineSql<NewResultsSql, { origin: 'own' | 'outside'; type: ExamType }>('newResults')

export const waiting = sql('waiting')`
  select 'own' as origin!, e.id as id!, e.id as exam_id, e.patient_id as patient_id!, e.type as type!, e.taken_at, e.shown as shown!, coalesce(e.reserved_group, (
      select case when bool_and(r.reserved_group is not null) then min(r.reserved_group) end
      from exam_results r where r.exam_id = e.id and r.shown
    )) as reserved_group, e.announce_correction as is_correction!, coalesce(e.reported_at, e.taken_at) as news_at, exists (
      select from fhir_sources s where s.type = 'Observation' and s.target_id = e.id
        and s.sent -> 'category' @> '[{"coding": [{"code": "vital-signs"}]}]') as is_vital_sign!
  from exams e where e.announced_at is null and (e.announce_after is null or e.announce_after <= :now::timestamptz)
  union all
  select 'outside', a.id, n.id, a.patient_id, a.type, null, true,
    coalesce(a.reserved_group, case when n.private_since is not null then 'SOLO_YO' end), a.is_correction, null, false
  from archive_arrivals a
    left join archive_numbers n on n.archive = a.archive and n.kind = 'exam' and n.source = a.source
  where a.announced_at is null and (a.announce_after is null or a.announce_after <= :now::timestamptz)
  order by patient_id, id limit 200`

// Locks the row that a mark of the patient changes, so that the mark either is seen here or withdraws what is written here.
export const claim = sql('claim')`
  update exams set announced_at = :now::timestamptz, announce_correction = false
  where id = any(:ids::int[]) and announced_at is null returning id, reserved_group`

export const claimExternal = sql('claimExternal')`
  with claimed as (
    update archive_arrivals set announced_at = :now::timestamptz
    where id = any(:ids::int[]) and announced_at is null returning id, archive, source, reserved_group
  ), numbered as (
    select c.id, n.private_since from claimed c
      join archive_numbers n on n.archive = c.archive and n.kind = 'exam' and n.source = c.source for share of n
  )
  select c.id, coalesce(c.reserved_group, case when n.private_since is not null then 'SOLO_YO' end) as reserved_group
  from claimed c left join numbered n using (id)`

export const putOff = sql('putOff')`
  update exams set announce_after = :until::timestamptz where id = any(:ids::int[]) and announced_at is null
  and released_at is null`

export const putOffExternal = sql('putOffExternal')`
  update archive_arrivals set announce_after = :until::timestamptz where id = any(:ids::int[]) and announced_at is null`

export const lookAgain = sql('lookAgain')`
  update exams set announce_after = null where patient_id = :patient_id and announced_at is null`

export const lookAgainExternal = sql('lookAgainExternal')`
  update archive_arrivals set announce_after = null where patient_id = :patient_id and announced_at is null`
