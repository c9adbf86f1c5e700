import { toShownTime } from '../../platform/database/sql-parts.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { SurveySql } from './survey.sql.generated.ts'

const sql = defineSql<SurveySql>('survey')

export const insertSurveyAnswer = sql('insert')`
  insert into survey_answers (person_id, suggestion, comment, created_at)
  values (:person_id, :suggestion, :comment, :now::timestamptz)`

export const listExportedSurveyAnswers = sql('export')`
  select array[${toShownTime('created_at')}, suggestion, comment] as cells!
  from survey_answers where person_id = :person_id order by created_at, id`
