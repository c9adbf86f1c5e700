import { defineSql } from '../../platform/database/statement.ts'
import type { ResultChoicesSql } from './result-choices.sql.generated.ts'

const sql = defineSql<ResultChoicesSql>('resultChoices')

export const findChoice = sql('find')`
  select appointment_id from result_choices where appointment_id = :appointment_id`

export const insertChoice = sql('wait')`
  insert into result_choices (appointment_id, type, chosen_by, chosen_at)
  values (:appointment_id, :type, :chosen_by, :chosen_at::timestamptz) on conflict (appointment_id) do nothing`

export const deleteChoice = sql('remove')`delete from result_choices where appointment_id = :appointment_id`

export const deleteChoicesOfDay = sql('removeOfDay')`
  delete from result_choices c using appointments a
  where a.id = c.appointment_id and a.patient_id = :patient_id and c.type = :type
    and a.starts_at >= :from::timestamptz and a.starts_at < :until::timestamptz`

export const deleteChoicesOfPerson = sql('removeAllOf')`
  delete from result_choices c using appointments a
  where a.id = c.appointment_id and (a.patient_id = :person_id or c.chosen_by = :person_id)`
