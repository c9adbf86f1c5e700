import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { showDay } from '@mi-portal/contract/values/dates'
import { type IdentityFacts, maritalStatuses } from '../../ports/civil-registry.ts'
import type { IdentityQuestion } from '../../ports/identity-check.ts'

const questionsAsked = 3
const wrongOptions = 4
const fewestWrong = 2
// These wrong answers return with the question each time, so that comparing two attempts does not reveal the right answer.
const lastingWrong = 2

type Kind = {
  readonly name: string
  readonly text: string
  readonly read: (facts: IdentityFacts) => string
  readonly spare?: readonly string[]
}

const kinds: readonly Kind[] = [
  {
    name: 'birth',
    text: '¿Cuál es tu fecha de nacimiento?',
    read: (facts) => showDay(facts.date_birth),
  },
  {
    name: 'mother',
    text: '¿Cuáles son los nombres de tu madre?',
    read: (facts) => facts.mother_given_names,
  },
  {
    name: 'father',
    text: '¿Cuáles son los nombres de tu padre?',
    read: (facts) => facts.father_given_names,
  },
  {
    name: 'birthplace',
    text: '¿En qué comuna se inscribió tu nacimiento?',
    read: (facts) => facts.birth_commune,
  },
  {
    name: 'home',
    text: '¿En qué comuna está el último domicilio que informaste?',
    read: (facts) => facts.home_commune,
  },
  {
    name: 'marital',
    text: '¿Cuál es tu estado civil?',
    read: (facts) => facts.marital_status,
    spare: maritalStatuses,
  },
]

function shuffled<T>(items: readonly T[]): T[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const [a, b] = [order[last], order[other]]
    if (a === undefined || b === undefined) continue
    order[last] = b
    order[other] = a
  }
  return order
}

function pickWrong(candidates: readonly string[], mark: (text: string) => string): string[] {
  const ranked = candidates.map((text) => ({ text, rank: mark(text) }))
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  const lasting = ranked.slice(0, lastingWrong).map(({ text }) => text)
  const rest = shuffled(ranked.slice(lastingWrong)).map(({ text }) => text)
  return [...lasting, ...rest.slice(0, wrongOptions - lasting.length)]
}

function makeQuestion(
  kind: Kind,
  own: IdentityFacts,
  others: readonly IdentityFacts[],
  mark: (text: string) => string,
): IdentityQuestion | null {
  const answer = kind.read(own)
  if (answer === '') return null
  const drawn = others.map(kind.read).filter((text) => text !== '')
  const spare = (kind.spare ?? []).filter((text) => !drawn.includes(text))
  const wrong = pickWrong(
    [...new Set([...drawn, ...spare])].filter((text) => text !== answer),
    mark,
  )
  if (wrong.length < fewestWrong) return null
  // The ids are random: the same answer has a different id in each question.
  const right = { id: randomBytes(9).toString('base64url'), text: answer }
  const options = [right, ...wrong.map((text) => ({ id: randomBytes(9).toString('base64url'), text }))]
  return { text: kind.text, options: shuffled(options), right: right.id }
}

export function makeQuestions(
  run: string,
  own: IdentityFacts,
  others: readonly IdentityFacts[],
  secret: string,
): readonly IdentityQuestion[] | null {
  const made = shuffled(kinds).flatMap((kind) => {
    const mark = (text: string) =>
      createHmac('sha256', secret).update(`${run}|${kind.name}|${text}`).digest('hex')
    return makeQuestion(kind, own, others, mark) ?? []
  })
  return made.length < questionsAsked ? null : made.slice(0, questionsAsked)
}
