import type { Database, Queries } from '../../../platform/database/database.ts'
import { frequentStatement, statement } from '../../../platform/database/statement.ts'

const add = statement<never, { person_id: number; exam_id: number; now: Date }>(
  'openedResults.add',
  `insert into opened_results (person_id, exam_id, opened_at) values (:person_id, :exam_id, :now::timestamptz)
   on conflict (person_id, exam_id) do nothing`,
)

type ReadingRow = {
  readonly patient_id: number
  /** When the reader got access to the patient's record: with the account, when the family link was approved, or when the access was accepted. */
  readonly since: Date
  /** Those of the exams that the reader opened. */
  readonly opened: readonly number[]
}

const readings = frequentStatement<
  ReadingRow,
  { person_id: number; patient_ids: readonly number[]; exam_ids: readonly number[] }
>(
  'openedResults.readings',
  `select asked.patient_id, greatest(r.date_creation, coalesce(l.approved_at, d.accepted_at)) as since,
     array(select o.exam_id from opened_results o where o.person_id = r.id and o.exam_id = any(:exam_ids::int[])) as opened
   from people r cross join unnest(:patient_ids::int[]) asked (patient_id)
     left join family_links l on l.leader_id = r.id and l.member_id = asked.patient_id and l.state = 'approved'
     left join delegations d on d.delegate_id = r.id and d.grantor_id = asked.patient_id and d.state = 'accepted'
   where r.id = :person_id`,
)

const remove = statement<never, { person_id: number }>(
  'openedResults.remove',
  'delete from opened_results where person_id = :person_id',
)

export function createOpenedResultsStore(db: Database) {
  return {
    /** Stores that a person opened an exam, unless they opened it before. */
    add: async (personId: number, examId: number, now: Date) => {
      await db.run(add, { person_id: personId, exam_id: examId, now })
    },
    /** Returns, for each patient, since when a person sees their record and which of these exams the person opened. */
    readings: (personId: number, patientIds: readonly number[], examIds: readonly number[]) =>
      db.run(readings, { person_id: personId, patient_ids: patientIds, exam_ids: examIds }),
    removeAllOf: async (tx: Queries, personId: number) => {
      await tx.run(remove, { person_id: personId })
    },
  }
}

export type OpenedResultsStore = ReturnType<typeof createOpenedResultsStore>
