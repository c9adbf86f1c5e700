import { defineSql } from '../../platform/database/statement.ts'
import type { PrivateExamsSql } from './private-exams.sql.generated.ts'

const sql = defineSql<PrivateExamsSql>('privateItems')

export const setExam = sql('exam')`
  update exams set private_since = case when :is_private::boolean then coalesce(private_since, :now::timestamptz) end
  where id = :id and patient_id = :patient_id and shown returning id`

export const revision = sql('revision')`
  select concat(count(*), ' ', max(private_since)) as revision! from (
    select private_since from exams where patient_id = :patient_id and private_since is not null
    union all select private_since from archive_numbers
      where patient_id = :patient_id and kind = 'exam' and private_since is not null) p`
