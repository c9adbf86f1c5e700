import { defineSql } from '../../platform/database/statement.ts'
import type { NewResultsSql } from './new-results.sql.generated.ts'

const sql = defineSql<NewResultsSql>('newResults')

export const findLastMail = sql('lastMail')`
  select created_at, state = 'queued' and next_attempt_at > :now::timestamptz as is_waiting! from outbox
  where person_id = :person_id and created_at > :since::timestamptz and state <> 'withdrawn'
    and template in ('exams.newResult', 'exams.correctedResult') order by created_at desc limit 1`
