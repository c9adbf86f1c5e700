import type { BookingRequest } from '@mi-portal/contract/booking/bookings'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { ageOn, type Day, toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { findRow } from '../../platform/database/database.ts'
import { type BookedItem, type CalendarEntry, findExamItem, findProcedureItem } from './booking.sql.ts'
import type { BookingPatient, HeldSlot } from './embedded/bookings.sql.ts'
import {
  findAgeError,
  findAnswersError,
  findBookingWayError,
  getOldestValidAnswers,
  readServiceItem,
} from './exam-booking/exam-booking.rules.ts'
import { type ExamAnswers, findLatestAnswers } from './questionnaires/questionnaires.sql.ts'

export type NamedItem = Pick<BookingRequest, 'exam_id' | 'procedure'>

export async function findItem({ db }: Context, { exam_id, procedure }: NamedItem) {
  if (exam_id === undefined && procedure === undefined) return null
  const row: BookedItem | null = await (exam_id === undefined
    ? findRow(db, findProcedureItem, { code: procedure ?? '' })
    : findRow(db, findExamItem, { id: exam_id }))
  if (row === null) throw new ApiError('notFound')
  return { ...row, key: exam_id === undefined ? `procedure:${procedure}` : `exam:${exam_id}` }
}

export function chooseItem({ exam_id, procedure }: NamedItem, moved: CalendarEntry | null): NamedItem {
  return exam_id === undefined && procedure === undefined
    ? readServiceItem(moved?.service_item ?? null)
    : { exam_id, procedure }
}

/** Returns null if no exam is named, or the caller has no valid answers to its questionnaire for the patient. */
export async function findAnswers(
  { actor, db }: ActorContext,
  patient_id: number,
  { exam_id }: NamedItem,
  now: Date,
): Promise<ExamAnswers | null> {
  if (exam_id === undefined) return null
  const since = getOldestValidAnswers(now)
  return findRow(db, findLatestAnswers, { patient_id, exam_id, answered_by: actor.id, since })
}

export function judgeItem(
  { ages }: Context,
  item: BookedItem | null,
  held: HeldSlot,
  { date_birth }: BookingPatient,
  answers: ExamAnswers | null,
): void {
  if (item === null) {
    if (held.needs_exam) throw new ApiError('examNeeded')
    return
  }
  const age = date_birth === null ? null : ageOn(date_birth, toDay(held.starts_at))
  const fieldError = findBookingWayError(item) ?? findAgeError(item, age, ages.paediatric)
  if (fieldError) throw new ApiError(fieldError)
  if (!item.codes.includes(held.service_code)) throw new ApiError('hourOfAnother')
  const lacking = findAnswersError(item, answers)
  if (lacking) throw new ApiError(lacking)
}

/** Rejects an exam or procedure that is for the patient's age on none of these days. */
export function judgeAge({ ages }: Context, item: BookedItem, dateBirth: string | null, from: Day, to: Day) {
  const errors = [from, to].map((day) =>
    findAgeError(item, dateBirth === null ? null : ageOn(dateBirth, day), ages.paediatric),
  )
  if (errors.every((error) => error !== null)) throw new ApiError(errors[0] ?? 'notOfAge')
}
