/** Which results are new for a person: those that they have not opened yet. */
import type { Clock } from '../../../platform/clock.ts'
import { isNewResult, isRecentResult } from '../exams.rules.ts'
import type { OpenedResultsStore } from './opened-results.store.ts'

/** What decides whether an exam is new. */
type DatedExam = { readonly id: number; readonly patient_id: number; readonly taken_at: Date }

export function createOpenedResultsService({
  store,
  clock,
}: {
  readonly store: OpenedResultsStore
  readonly clock: Clock
}) {
  return {
    /** Stores that a person opened an exam, so that it is not new for them any more. */
    record: (personId: number, examId: number) => store.add(personId, examId, clock.now()),

    /** Returns the ids of those of these exams that are new for a person. */
    findNew: async (personId: number, exams: readonly DatedExam[]): Promise<ReadonlySet<number>> => {
      const now = clock.now()
      const recent = exams.filter(({ taken_at }) => isRecentResult(taken_at, now))
      // Most pages of a record have no recent result, and cost no statement here.
      if (recent.length === 0) return new Set()
      const patientIds = [...new Set(recent.map(({ patient_id }) => patient_id))]
      const rows = await store.readings(
        personId,
        patientIds,
        recent.map(({ id }) => id),
      )
      const opened = new Set(rows[0]?.opened)
      const sinceOf = new Map(rows.map(({ patient_id, since }) => [patient_id, since]))
      const isNew = ({ id, patient_id, taken_at }: DatedExam) => {
        const since = sinceOf.get(patient_id)
        return !opened.has(id) && since !== undefined && isNewResult(taken_at, since, now)
      }
      return new Set(recent.filter(isNew).map(({ id }) => id))
    },
  }
}

export type OpenedResultsService = ReturnType<typeof createOpenedResultsService>
