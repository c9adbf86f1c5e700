import type { Context } from '../../../platform/context/context.ts'
import { markItemsRead } from '../../notifications/notify-person.ts'
import { isNewResult, isRecentResult } from '../exams.rules.ts'
import { insertOpened, listReadings } from './opened-results.sql.ts'

/** What decides whether an exam is new. The archive may have answered already whether the person opened it. */
type DatedExam = {
  readonly id: number
  readonly patient_id: number
  readonly taken_at: Date
  readonly is_opened?: boolean | null
  readonly reader_since?: Date | null
}

/** Stores that a person opened an exam, so that it is not new for them any more, nor what announced it. */
export async function recordOpened(ctx: Context, personId: number, examId: number): Promise<void> {
  const { db, clock } = ctx
  await db.run(insertOpened, { person_id: personId, exam_id: examId, now: clock.now() })
  await markItemsRead(ctx, db, personId, { exam_id: examId })
}

export async function findNewResults(
  { db, clock }: Context,
  personId: number,
  exams: readonly DatedExam[],
): Promise<ReadonlySet<number>> {
  const now = clock.now()
  const recent = exams.filter(({ taken_at }) => isRecentResult(taken_at, now))
  const unknown = recent.filter(({ is_opened }) => typeof is_opened !== 'boolean')
  const asked = {
    person_id: personId,
    patient_ids: [...new Set(unknown.map(({ patient_id }) => patient_id))],
    exam_ids: unknown.map(({ id }) => id),
  }
  const rows = unknown.length === 0 ? [] : await db.run(listReadings, asked)
  const opened = new Set(rows[0]?.opened)
  const sinceByPatient = new Map(rows.map(({ patient_id, since }) => [patient_id, since]))
  const isNew = ({ id, patient_id, taken_at, is_opened, reader_since }: DatedExam) => {
    const since = reader_since ?? sinceByPatient.get(patient_id)
    return !(is_opened ?? opened.has(id)) && since !== undefined && isNewResult(taken_at, since, now)
  }
  return new Set(recent.filter(isNew).map(({ id }) => id))
}
