import type { ExamType } from '@mi-portal/contract/exams/exams'
import { foldText } from '@mi-portal/contract/fields/accents'
import { type DisplayDays, expectedResultDay } from '@mi-portal/contract/results/release/expected-results'
import { type Day, toDay } from '@mi-portal/contract/values/dates'

type TakenExam = {
  readonly starts_at: Date
  readonly specialty: string
  readonly type: ExamType
  readonly duration: DisplayDays
}
type ArrivedExam = { readonly type: ExamType; readonly type_exam: string; readonly taken_at: Date }

/**
 * Returns the appointments of which no result arrived. An exam is the result of an appointment of its type and day: first of one
 * whose specialty its name contains, else of any other. A day with fewer exams than appointments therefore leaves some without a result.
 */
export function findWithoutResult<T extends TakenExam>(
  appointments: readonly T[],
  exams: readonly ArrivedExam[],
): readonly T[] {
  const left = [...exams]
  const take = (fits: (exam: ArrivedExam) => boolean): boolean => {
    const at = left.findIndex(fits)
    if (at === -1) return false
    left.splice(at, 1)
    return true
  }
  const isResultFor = (one: T) => (exam: ArrivedExam) =>
    exam.type === one.type && toDay(exam.taken_at) === toDay(one.starts_at)
  const unnamed = appointments.filter(
    (one) =>
      !take((exam) => isResultFor(one)(exam) && foldText(exam.type_exam).includes(foldText(one.specialty))),
  )
  return unnamed.filter((one) => !take(isResultFor(one)))
}

export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

export function getExpectedDay(
  { starts_at, duration }: Pick<TakenExam, 'starts_at' | 'duration'>,
  clinicHolidays: ReadonlySet<Day>,
): Day {
  return expectedResultDay(toDay(starts_at), duration, clinicHolidays)
}
