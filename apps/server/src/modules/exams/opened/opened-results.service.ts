/** Which results are new for a person: those that they have not opened yet. */

import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isNewResult, isRecentResult, recentFrom } from '../exams.rules.ts'
import * as openedResultsSql from './opened-results.sql.ts'

/** What decides whether an exam is new. The archive may have answered already whether the person opened it. */
type DatedExam = {
  readonly id: number
  readonly patient_id: number
  readonly taken_at: Date
  readonly is_opened?: boolean | null
  readonly reader_since?: Date | null
}

export function createOpenedResultsService({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  return {
    /** Stores that a person opened an exam, so that it is not new for them any more. */
    record: (personId: number, examId: number) => openedResultsSql.add(db, personId, examId, clock.now()),

    /** Returns what the archive needs to say of a list whether a person opened its exams. */
    readerOf: (personId: number) => ({ id: personId, recentFrom: recentFrom(clock.now()) }),

    /** Returns the ids of those of these exams that are new for a person. */
    findNew: async (personId: number, exams: readonly DatedExam[]): Promise<ReadonlySet<number>> => {
      const now = clock.now()
      const recent = exams.filter(({ taken_at }) => isRecentResult(taken_at, now))
      const unknown = recent.filter(({ is_opened }) => typeof is_opened !== 'boolean')
      const patientIds = [...new Set(unknown.map(({ patient_id }) => patient_id))]
      const ids = unknown.map(({ id }) => id)
      const rows = ids.length === 0 ? [] : await openedResultsSql.readings(db, personId, patientIds, ids)
      const opened = new Set(rows[0]?.opened)
      const sinceOf = new Map(rows.map(({ patient_id, since }) => [patient_id, since]))
      const isNew = ({ id, patient_id, taken_at, is_opened, reader_since }: DatedExam) => {
        const since = reader_since ?? sinceOf.get(patient_id)
        return !(is_opened ?? opened.has(id)) && since !== undefined && isNewResult(taken_at, since, now)
      }
      return new Set(recent.filter(isNew).map(({ id }) => id))
    },
  }
}

export type OpenedResultsService = ReturnType<typeof createOpenedResultsService>
