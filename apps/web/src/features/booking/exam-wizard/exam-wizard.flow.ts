/** The steps of the wizard as tables: what each one needs, where it leads, and what a choice undoes. */
import type { OfficeCode } from '@mi-portal/contract/booking'
import type {
  BodyPart,
  BookableExam,
  ContactAnswer,
  ExamSpecialty,
  PatientKind,
} from '@mi-portal/contract/exam-booking'
import type { Entry, laterSteps } from './exam-wizard.rules.ts'

/** Where the exam is described: one row for each way into the wizard. */
export const entries = {
  imagenologia: { title: 'Reserva de hora imagenología', services: ['imagenologia'], office: null },
  laboratorio: { title: 'Reserva de hora laboratorio', services: ['laboratorio'], office: null },
  vacunatorio: { title: 'Reserva de hora vacunatorio', services: ['vacunatorio'], office: null },
  banco_sangre: { title: 'Reserva de hora banco de sangre', services: ['banco_sangre'], office: null },
  providencia_examenes: { title: 'Reserva de exámenes Providencia', services: null, office: 'PROVIDENCIA' },
  maipu_examenes: { title: 'Reserva de exámenes Maipú', services: null, office: 'MAIPU' },
} as const satisfies Record<Entry, EntryRow>

interface EntryRow {
  title: string
  /** Null: all of them. */
  services: readonly ExamSpecialty['service'][] | null
  office: OfficeCode | null
}

type LaterStep = (typeof laterSteps)[number]
export type Step = 'start' | Entry | LaterStep

/** What was chosen, as the address carries it: codes alone, nothing about anybody. */
export interface Choices {
  paso?: Step
  /** The way in, on the steps after it. */
  desde?: Entry
  sucursal?: OfficeCode
  tipo?: PatientKind
  /** Code of the specialty. */
  prestacion?: string
  parte?: BodyPart
  examen?: number
  /** Whether the patient is under eight, where the exam asks it. */
  menor?: 'si' | 'no'
}

export function isEntry(step: Step): step is Entry {
  return step in entries
}

export function entryOf({ paso, desde }: Choices): Entry | null {
  if (paso !== undefined && isEntry(paso)) return paso
  return desde ?? null
}

export function officeOf(choices: Choices): OfficeCode | null {
  const entry = entryOf(choices)
  return (entry && entries[entry].office) ?? choices.sucursal ?? null
}

/** The specialties of a way in, at its site. */
export function offeredBy(
  choices: Choices,
  specialties: readonly ExamSpecialty[],
  officeId: number | null,
): readonly ExamSpecialty[] {
  const entry = entryOf(choices)
  const services: readonly string[] | null = entry && entries[entry].services
  return specialties.filter(
    ({ service, office_ids }) =>
      (services === null || services.includes(service)) &&
      (officeId === null || office_ids.includes(officeId)),
  )
}

/** In the order in which they are chosen; each choice undoes what comes after it. */
const order = ['tipo', 'prestacion', 'parte', 'examen', 'menor'] as const
type Choice = (typeof order)[number]

export function choose<Name extends Choice>(choices: Choices, name: Name, value: Choices[Name]): Choices {
  const chosen: Choices = { ...choices, [name]: value }
  for (const later of order.slice(order.indexOf(name) + 1)) delete chosen[later]
  return chosen
}

/** `true` yes, `false` no, null not answered. */
export type Answers = readonly (boolean | null)[]

/** What the wizard knows when it decides where somebody may be. */
export interface Facts {
  choices: Choices
  exam: BookableExam | null
  answers: Answers
  /** The request to be called went out. */
  sent: boolean
}

export function needsQuestions(exam: BookableExam | null): boolean {
  return exam?.encuesta_para_agendar === 'SI'
}

/** Whether it turns on the patient's being under eight. */
export function asksAge({ tipo }: Choices, exam: BookableExam | null): boolean {
  return tipo === 'pediatrica' && exam?.under_8_callcenter === true
}

export function areAnswered(answers: Answers): boolean {
  return answers.length > 0 && answers.every((answer) => answer !== null)
}

/** How an hour for the exam is had. */
function wayOf({ choices, exam }: Pick<Facts, 'choices' | 'exam'>): 'presencial' | 'callcenter' | 'reserva' {
  if (asksAge(choices, exam) && choices.menor !== 'no') return 'callcenter'
  return exam?.way_to_schedule === 'presencial' || exam?.way_to_schedule === 'callcenter'
    ? exam.way_to_schedule
    : 'reserva'
}

function mayGoOn({ choices, exam }: Facts): boolean {
  return exam !== null && (!asksAge(choices, exam) || choices.menor !== undefined)
}

function isClear(facts: Facts): boolean {
  return (
    mayGoOn(facts) &&
    (!needsQuestions(facts.exam) || (areAnswered(facts.answers) && !facts.answers.includes(true)))
  )
}

function mayAskForCall(facts: Facts): boolean {
  if (!mayGoOn(facts) || facts.sent) return false
  const doubt = needsQuestions(facts.exam) && areAnswered(facts.answers) && facts.answers.includes(true)
  return doubt || (isClear(facts) && wayOf(facts) === 'callcenter')
}

interface StepRow {
  /** Its place in the trail; the last one past its end. */
  place: 1 | 2 | 3 | 4
  /** Whether somebody who knows this much may be there. */
  isOpen(facts: Facts): boolean
  /** Where CONTINUAR leads. */
  next(facts: Facts): Step | null
  /** Where «Volver atrás» leads; null out of the wizard. */
  back(facts: Facts): Step | null
}

const beforeWay = (facts: Facts): Step | null =>
  needsQuestions(facts.exam) ? 'questions' : entryOf(facts.choices)

const describing: StepRow = {
  place: 1,
  isOpen: () => true,
  next: (facts) => {
    if (!mayGoOn(facts)) return null
    return needsQuestions(facts.exam) ? 'questions' : wayOf(facts)
  },
  back: () => 'start',
}

const way = (name: ReturnType<typeof wayOf>, next: Step | null): StepRow => ({
  place: 3,
  isOpen: (facts) => isClear(facts) && wayOf(facts) === name,
  next: () => next,
  back: beforeWay,
})

const later: Readonly<Record<LaterStep, StepRow>> = {
  questions: {
    place: 2,
    isOpen: (facts) => mayGoOn(facts) && needsQuestions(facts.exam),
    next: (facts) => {
      if (!areAnswered(facts.answers)) return null
      return facts.answers.includes(true) ? 'solicitar-contacto' : wayOf(facts)
    },
    back: ({ choices }) => entryOf(choices),
  },
  presencial: way('presencial', null),
  callcenter: way('callcenter', 'solicitar-contacto'),
  reserva: way('reserva', null),
  'solicitar-contacto': {
    place: 3,
    isOpen: mayAskForCall,
    next: () => 'thank-you-page',
    back: (facts) => (facts.answers.includes(true) ? 'questions' : 'callcenter'),
  },
  'thank-you-page': { place: 4, isOpen: ({ sent }) => sent, next: () => null, back: () => null },
}

export function stepRow(step: Step): StepRow {
  if (step === 'start') return { ...describing, next: () => null, back: () => null }
  return isEntry(step) ? describing : later[step]
}

/** The step of an address, or the latest one before it that somebody who knows this much may be at. */
export function allowed(facts: Facts): Step {
  const { choices } = facts
  const entry = entryOf(choices)
  const asked = choices.paso ?? 'start'
  if (asked === 'start' || entry === null) return 'start'
  if (stepRow(asked).isOpen(facts)) return asked
  if (facts.sent) return 'thank-you-page'
  return later.questions.isOpen(facts) ? 'questions' : entry
}

/** The choices at another step: the way in is kept, so that the way back is known. */
export function at(step: Step, choices: Choices): Choices {
  if (step === 'start') return {}
  const { paso: _, desde: __, ...rest } = choices
  return isEntry(step)
    ? { paso: step, ...rest }
    : { paso: step, desde: entryOf(choices) ?? undefined, ...rest }
}

/** The questionnaire's answers as the request to be called carries them. */
export function contactAnswers(questions: readonly { text: string }[], answers: Answers): ContactAnswer[] {
  return questions.flatMap(({ text }, index) => {
    const answer = answers[index]
    return answer === undefined || answer === null ? [] : [{ question: text, yes: answer, no: !answer }]
  })
}
