import type { ExamType } from '@mi-portal/contract/exams'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

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

const find = statement<{ appointment_id: number }, { appointment_id: number }>(
  'resultChoices.find',
  'select appointment_id from result_choices where appointment_id = :appointment_id',
)
const wait = statement<never, Choice>(
  'resultChoices.wait',
  `insert into result_choices (appointment_id, type, chosen_by, chosen_at)
   values (:appointment_id, :type, :chosen_by, :chosen_at::timestamptz) on conflict (appointment_id) do nothing`,
)
const remove = statement<never, { appointment_id: number }>(
  'resultChoices.remove',
  'delete from result_choices where appointment_id = :appointment_id',
)
const removeOfDay = statement<never, ExamsOfDay>(
  'resultChoices.removeOfDay',
  `delete from result_choices c using appointments a
   where a.id = c.appointment_id and a.patient_id = :patient_id and c.type = :type
     and a.starts_at >= :from::timestamptz and a.starts_at < :until::timestamptz`,
)
const removeAllOf = statement<never, { person_id: number }>(
  'resultChoices.removeAllOf',
  `delete from result_choices c using appointments a
   where a.id = c.appointment_id and (a.patient_id = :person_id or c.chosen_by = :person_id)`,
)

export function createResultChoicesStore(db: Database) {
  return {
    /** Returns whether the patient chose to see the result of an appointment with the physician. */
    waits: async (appointmentId: number) =>
      (await db.run(find, { appointment_id: appointmentId })).length > 0,
    wait: (tx: Queries, choice: Choice) => tx.run(wait, choice),
    remove: (tx: Queries, appointmentId: number) => tx.run(remove, { appointment_id: appointmentId }),
    /** Removes the choices for exams of a type and a day. */
    removeOfDay: (tx: Queries, exams: ExamsOfDay) => tx.run(removeOfDay, exams),
    removeAllOf: (tx: Queries, personId: number) => tx.run(removeAllOf, { person_id: personId }),
  }
}

export type ResultChoicesStore = ReturnType<typeof createResultChoicesStore>
