import { defineSql } from '../../../platform/database/statement.ts'
import type { OpenedResultsSql } from './opened-results.sql.generated.ts'

const sql = defineSql<OpenedResultsSql>('openedResults')

export const insertOpened = sql('add')`
  insert into opened_results (person_id, exam_id, opened_at) values (:person_id, :exam_id, :now::timestamptz)
  on conflict (person_id, exam_id) do nothing`

export const listReadings = sql('readings', { isFrequent: true })`
  select asked.patient_id as patient_id!, greatest(r.date_creation, coalesce(l.approved_at, d.accepted_at)) as since!,
    array(select o.exam_id from opened_results o where o.person_id = r.id and o.exam_id = any(:exam_ids::int[])) as opened!
  from people r cross join unnest(:patient_ids::int[]) asked (patient_id)
    left join family_links l on l.leader_id = r.id and l.member_id = asked.patient_id and l.state = 'approved'
    left join delegations d on d.delegate_id = r.id and d.grantor_id = asked.patient_id and d.state = 'accepted'
  where r.id = :person_id`

export const deleteOpened = sql('remove')`delete from opened_results where person_id = :person_id`
