import { defineSql } from '../../platform/database/statement.ts'
import type { NewResultsSql } from './new-results.sql.generated.ts'

const sql = defineSql<NewResultsSql>('newResults')

/** `is_waiting`: whether a mail of this template about this patient has not left yet. */
export const findLastMail = sql('lastMail')`
  select max(o.next_attempt_at) as last_at, coalesce(bool_or(o.state = 'queued' and o.next_attempt_at > :now::timestamptz
    and o.template = :template and n.patient_id = :patient_id::int), false) as is_waiting!
  from outbox o left join notifications n on n.id = o.notification_id
  where o.person_id = :person_id and o.next_attempt_at > :since::timestamptz and o.state <> 'withdrawn'
    and o.template in ('exams.newResult', 'exams.correctedResult')`
