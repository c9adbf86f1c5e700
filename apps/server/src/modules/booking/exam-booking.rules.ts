/** The form in which somebody asks to be called, as it travels. */
import { type ContactAnswer, mostQuestions } from '@mi-portal/contract/exam-booking'

type Bookable = {
  readonly way_to_schedule: 'presencial' | 'callcenter' | 'online'
  readonly for_adults: boolean
  readonly for_children: boolean
  readonly under_8_callcenter: boolean
}

/** Why an exam or a procedure is not booked online by anybody, or null. */
export function wayFault({
  way_to_schedule,
}: Pick<Bookable, 'way_to_schedule'>): 'walkIn' | 'byPhone' | null {
  if (way_to_schedule === 'online') return null
  return way_to_schedule === 'presencial' ? 'walkIn' : 'byPhone'
}

/**
 * Why it is not booked for somebody of that age, or null: at the paediatric age itself both kinds are open. Of whom no
 * age is known nothing is refused.
 */
export function ageFault(
  item: Bookable,
  age: number | null,
  paediatric: number,
): 'underEightByPhone' | 'notOfAge' | null {
  if (age === null) return null
  if (age < 8 && item.under_8_callcenter) return 'underEightByPhone'
  const isFor = (age <= paediatric && item.for_children) || (age >= paediatric && item.for_adults)
  return isFor ? null : 'notOfAge'
}

/**
 * The answers out of the fields of a form: `questions[0][question]`, `questions[0][yes]`, `questions[0][no]`. Null where
 * they are not those of a questionnaire.
 */
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
