/** The exams and procedures for which appointments are booked: what each requires of the patient and of the slot. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { BookingRequest } from '@mi-portal/contract/booking/bookings'
import { ageOn, type Day, dayOf } from '@mi-portal/contract/values/dates'
import type { Database } from '../../platform/database/database.ts'
import type { CalendarEntry } from './booked-appointments.sql.ts'
import type { BookedItem } from './booked-items.sql.ts'
import * as bookedItemsSql from './booked-items.sql.ts'
import type { Caller } from './booking-access.service.ts'
import type { BookingPatient, HeldSlot } from './embedded/booking.store.ts'
import {
  ageErrorOf,
  answersErrorOf,
  bookingWayErrorOf,
  oldestValidAnswers,
  readServiceItem,
} from './exam-booking/exam-booking.rules.ts'
import type { ExamAnswers } from './questionnaires/questionnaires.sql.ts'
import * as questionnairesSql from './questionnaires/questionnaires.sql.ts'

/** The exam or procedure that a request names. */
export type NamedItem = Pick<BookingRequest, 'exam_id' | 'procedure'>

type BookedItemsDependencies = {
  readonly db: Database
  /** The age from which a patient counts as an adult for exams. */
  readonly paediatricAge: number
}

export function createBookedItemsService({ db, paediatricAge }: BookedItemsDependencies) {
  /** Returns the named exam or procedure; null if none is named. */
  async function itemOf({ exam_id, procedure }: NamedItem): Promise<(BookedItem & { key: string }) | null> {
    const isExam = exam_id !== undefined
    if (!isExam && procedure === undefined) return null
    const row = await (isExam
      ? bookedItemsSql.itemOfExam(db, exam_id)
      : bookedItemsSql.itemOfProcedure(db, procedure ?? ''))
    if (row === null) throw new ApiError('notFound')
    return { key: isExam ? `exam:${exam_id}` : `procedure:${procedure}`, ...row }
  }

  /** Returns the named exam or procedure, or else the one of the appointment that is moved. */
  function namedOf({ exam_id, procedure }: NamedItem, moved: CalendarEntry | null): NamedItem {
    return exam_id === undefined && procedure === undefined
      ? readServiceItem(moved?.service_item ?? null)
      : { exam_id, procedure }
  }

  /**
   * Returns the caller's valid answers to the exam's questionnaire for a patient. Returns null if no exam is
   * named or the caller has no valid answers.
   */
  async function answersFor({ actor }: Caller, patientId: number, { exam_id }: NamedItem, now: Date) {
    if (exam_id === undefined) return null
    return questionnairesSql.latest(
      db,
      { patientId, examId: exam_id, answeredBy: actor.id },
      oldestValidAnswers(now),
    )
  }

  /**
   * Rejects an exam or procedure that is not booked online, or does not fit the patient's age or the slot, or lacks its
   * answers.
   */
  function judgeItem(
    item: BookedItem | null,
    held: HeldSlot,
    { date_birth }: BookingPatient,
    answers: ExamAnswers | null,
  ): void {
    if (item === null) {
      if (held.needs_exam) throw new ApiError('examNeeded')
      return
    }
    const age = date_birth === null ? null : ageOn(date_birth, dayOf(held.starts_at))
    const fieldError = bookingWayErrorOf(item) ?? ageErrorOf(item, age, paediatricAge)
    if (fieldError) throw new ApiError(fieldError)
    if (!item.codes.includes(held.service_code)) throw new ApiError('hourOfAnother')
    const lacking = answersErrorOf(item, answers)
    if (lacking) throw new ApiError(lacking)
  }

  /** Rejects an exam or procedure that is for the patient's age on none of these days. */
  function judgeAge(item: BookedItem, dateBirth: string | null, from: Day, to: Day): void {
    const errors = [from, to].map((day) =>
      ageErrorOf(item, dateBirth === null ? null : ageOn(dateBirth, day), paediatricAge),
    )
    if (errors.every((error) => error !== null)) throw new ApiError(errors[0] ?? 'notOfAge')
  }

  return { itemOf, namedOf, answersFor, judgeItem, judgeAge }
}

export type BookedItems = ReturnType<typeof createBookedItemsService>
