/** The form in which somebody asks to be called, as it travels. */
import { type ContactAnswer, mostQuestions } from '@mi-portal/contract/exam-booking'

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
