import type { ExamType } from '@mi-portal/contract/exams'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { ResultChoicesSql } from './result-choices.sql.generated.ts'

const sql = defineSql<ResultChoicesSql>('resultChoices')

type Choice = {
  readonly appointment_id: number
  readonly type: ExamType
  readonly chosen_by: number
  readonly chosen_at: Date
}
type ExamsOfDay = {
  readonly patient_id: number
  readonly type: ExamType
  readonly from: Date
  readonly until: Date
}

const find = sql('find', 'select appointment_id from result_choices where appointment_id = :appointment_id')
const waitSql = sql(
  'wait',
  `insert into result_choices (appointment_id, type, chosen_by, chosen_at)
   values (:appointment_id, :type, :chosen_by, :chosen_at::timestamptz) on conflict (appointment_id) do nothing`,
)
const removeSql = sql('remove', 'delete from result_choices where appointment_id = :appointment_id')
const removeOfDaySql = sql(
  'removeOfDay',
  `delete from result_choices c using appointments a
   where a.id = c.appointment_id and a.patient_id = :patient_id and c.type = :type
     and a.starts_at >= :from::timestamptz and a.starts_at < :until::timestamptz`,
)
const removeAllOfSql = sql(
  'removeAllOf',
  `delete from result_choices c using appointments a
   where a.id = c.appointment_id and (a.patient_id = :person_id or c.chosen_by = :person_id)`,
)

/** Returns whether the patient chose to see the result of an appointment with the physician. */
export const waits = async (db: Queries, appointmentId: number) =>
  (await db.run(find, { appointment_id: appointmentId })).length > 0

export const wait = (tx: Queries, choice: Choice) => tx.run(waitSql, choice)

export const remove = (tx: Queries, appointmentId: number) =>
  tx.run(removeSql, { appointment_id: appointmentId })

/** Removes the choices for exams of a type and a day. */
export const removeOfDay = (tx: Queries, exams: ExamsOfDay) => tx.run(removeOfDaySql, exams)

export const removeAllOf = (tx: Queries, personId: number) => tx.run(removeAllOfSql, { person_id: personId })
