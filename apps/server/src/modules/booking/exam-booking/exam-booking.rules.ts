import type { ContactAnswer } from '@mi-portal/contract/booking/call-request'
import { answersValidHours, mostQuestions } from '@mi-portal/contract/booking/questionnaires'

type Bookable = {
  readonly way_to_schedule: 'presencial' | 'callcenter' | 'online'
  readonly for_adults: boolean
  readonly for_children: boolean
  readonly under_8_callcenter: boolean
}

export function findBookingWayError({
  way_to_schedule,
}: Pick<Bookable, 'way_to_schedule'>): 'walkIn' | 'byPhone' | null {
  if (way_to_schedule === 'online') return null
  return way_to_schedule === 'presencial' ? 'walkIn' : 'byPhone'
}

/**
 * Returns why an exam or procedure cannot be booked for a patient of this age, or null. At the paediatric age itself both kinds
 * are allowed. If the age is unknown, nothing is rejected.
 */
export function findAgeError(
  item: Bookable,
  age: number | null,
  paediatric: number,
): 'underEightByPhone' | 'notOfAge' | null {
  if (age === null) return null
  if (age < 8 && item.under_8_callcenter) return 'underEightByPhone'
  const isFor = (age <= paediatric && item.for_children) || (age >= paediatric && item.for_adults)
  return isFor ? null : 'notOfAge'
}

/** Reads `questions[0][question]`, `questions[0][yes]`, `questions[0][no]`; null if they are not complete answers. */
export function readAnswers(fields: Readonly<Record<string, unknown>>): ContactAnswer[] | null {
  const found: { question: string; yes: string; no: string }[] = []
  for (const [name, value] of Object.entries(fields)) {
    const [, place, field] = /^questions\[(\d{1,2})\]\[(question|yes|no)\]$/.exec(name) ?? []
    if (place === undefined || field === undefined || typeof value !== 'string') continue
    const index = Number(place)
    if (index >= mostQuestions) return null
    found[index] ??= { question: '', yes: '', no: '' }
    Object.assign(found[index], { [field]: value.trim() })
  }
  const answers = Array.from(found, (one) => one ?? null)
  const isWhole = answers.every(
    (one) =>
      one !== null &&
      one.question !== '' &&
      one.question.length <= 400 &&
      `${one.yes}${one.no}`.match(/^(10|01)$/) !== null,
  )
  if (!isWhole) return null
  return answers.map(({ question, yes }) => ({ question, yes: yes === '1', no: yes !== '1' }))
}

export function getOldestValidAnswers(now: Date): Date {
  return new Date(now.getTime() - answersValidHours * 3_600_000)
}

export function findAnswersError(
  item: { readonly needs_questionnaire: boolean },
  answers: { readonly can_book: boolean } | null,
): 'questionnaireNeeded' | 'questionnaireDoubt' | null {
  if (!item.needs_questionnaire) return null
  if (answers === null) return 'questionnaireNeeded'
  return answers.can_book ? null : 'questionnaireDoubt'
}

/** Parses the exam or procedure that an appointment stores as `exam:1063` or `procedure:P001`. */
export function readServiceItem(text: string | null): { exam_id?: number; procedure?: string } {
  const [kind, value] = text?.split(':') ?? []
  if (kind === undefined || value === undefined) return {}
  return kind === 'exam' ? { exam_id: Number(value) } : { procedure: value }
}
