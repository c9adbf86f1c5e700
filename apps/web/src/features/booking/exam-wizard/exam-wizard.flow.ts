/**
 * The steps of the wizard as tables: when each step is open, where it leads, and which later choices a choice clears.
 */

import type { ContactAnswer } from '@mi-portal/contract/booking/call-request'
import {
  type BodyPart,
  type BookableExam,
  bodyParts,
  type ExamSpecialty,
  type PatientKind,
} from '@mi-portal/contract/booking/exam-catalogue'
import type { OfficeCode } from '@mi-portal/contract/booking/services'
import { findSite, portal } from '../../../lib/portal-config.ts'
import { applyInOrder } from './choice-order.rules.ts'
import { type Entry, type laterSteps, readEntry, serviceEntries, siteOfEntry } from './exam-wizard.rules.ts'
import type { ContactValues } from './steps/contact-request.rules.ts'

export const wizardAddress = '/dashboard/agenda-imagenologia'

/** The answers and contact data for one exam of one patient; for another exam or patient they are empty. */
export interface WizardAnswers {
  examId: number | undefined
  patientId: number | undefined
  answers: Answers
  contact: ContactValues | null
  /** Whether the server has the answers. */
  saved: boolean
  /** Whether the contact request was sent. */
  sent: boolean
}

interface EntryRow {
  title: string
  /** The services of this entry; null means all services. */
  services: readonly ExamSpecialty['service'][] | null
  office: OfficeCode | null
}

const serviceTitles = {
  imagenologia: 'Reserva de hora imagenología',
  laboratorio: 'Reserva de hora laboratorio',
  vacunatorio: 'Reserva de hora vacunatorio',
  banco_sangre: 'Reserva de hora banco de sangre',
} as const

/** Returns what an entry page of the wizard, on which the exam is chosen, offers. */
export function getEntryRow(entry: Entry): EntryRow {
  const service = serviceEntries.find((one) => one === entry)
  if (service) return { title: serviceTitles[service], services: [service], office: null }
  const office = siteOfEntry(entry)
  return {
    title: `Reserva de exámenes ${findSite(office ?? undefined)?.name ?? ''}`.trim(),
    services: null,
    office,
  }
}

type LaterStep = (typeof laterSteps)[number]
export type Step = 'start' | Entry | LaterStep

/** The choices as the address stores them: codes and ids that have no meaning outside the portal. */
export interface Choices {
  paso?: Step
  /** The entry page, on the steps that follow it. */
  desde?: Entry
  sucursal?: OfficeCode
  /** Patient of the exam; absent while not chosen, and for the user when there is no choice. */
  paciente?: number
  /** The appointment that is moved after the questionnaire is answered. */
  cambia?: number
  tipo?: PatientKind
  /** Code of the specialty. */
  prestacion?: string
  parte?: BodyPart
  examen?: number
  /** Whether the patient is under eight, when the exam asks for it. */
  menor?: 'si' | 'no'
}

export function isEntry(step: Step): step is Entry {
  return readEntry(step) !== undefined
}

export function getEntry({ paso, desde }: Choices): Entry | null {
  if (paso !== undefined && isEntry(paso)) return paso
  return desde ?? null
}

export function getOffice(choices: Choices): OfficeCode | null {
  const entry = getEntry(choices)
  return (entry && getEntryRow(entry).office) ?? choices.sucursal ?? null
}

/** Returns the specialties that belong to the entry page and that the site offers; a null site means every site. */
export function listOfferedSpecialties(
  choices: Choices,
  specialties: readonly ExamSpecialty[],
  officeId: number | null,
): readonly ExamSpecialty[] {
  const entry = getEntry(choices)
  const services: readonly string[] | null = entry && getEntryRow(entry).services
  return specialties.filter(
    ({ service, office_ids }) =>
      (services === null || services.includes(service)) &&
      (officeId === null || office_ids.includes(officeId)),
  )
}

/** The choices in their order; a choice clears all later ones. */
const choiceOrder = ['tipo', 'prestacion', 'parte', 'examen', 'menor'] as const
type Choice = (typeof choiceOrder)[number]

export function applyChoice<Name extends Choice>(
  choices: Choices,
  name: Name,
  value: Choices[Name],
): Choices {
  return applyInOrder(choiceOrder, choices, name, value)
}

/** The age from which the call centre is no longer needed for some exams. */
const young = 8

/** Returns the kind of patient of this age. */
export function getPatientKind(age: number): PatientKind {
  return age < portal.ages.paediatric ? 'pediatrica' : 'adulto'
}

/** Adds to the choices what the patient's age answers, so that the patient is not asked. An unknown age answers nothing. */
export function answerByAge(choices: Choices, age: number | undefined): Choices {
  if (age === undefined) return choices
  return {
    ...choices,
    tipo: getPatientKind(age),
    menor: age < young ? 'si' : 'no',
  }
}

/** Returns the parts of the body for which one of the exams is offered, from the head down. @internal */
export function listBodyParts(exams: readonly BookableExam[]): BodyPart[] {
  return bodyParts.filter((part) => exams.some((exam) => exam.part === part))
}

/** Returns the parts of the body and the exams to choose from, and the chosen exam. A single one is no choice. */
export function narrowExams(choices: Choices, exams: readonly BookableExam[], hasParts: boolean) {
  const named = hasParts ? listBodyParts(exams) : []
  const parts = named.length > 1 ? named : []
  const listed = exams.filter(({ part }) => parts.length === 0 || part === null || part === choices.parte)
  const isPartMissing = parts.length > 0 && choices.parte === undefined
  const only = !isPartMissing && listed.length === 1 ? listed[0] : undefined
  const exam = exams.find(({ id }) => id === choices.examen) ?? only ?? null
  return { parts, listed, exam }
}

/** The answers to the questionnaire: `true` for yes, `false` for no, null when unanswered. */
export type Answers = readonly (boolean | null)[]

/** The facts from which the wizard decides which step can be shown. */
export interface Facts {
  choices: Choices
  exam: BookableExam | null
  answers: Answers
  /** Whether the patient is still to be chosen. */
  lacksPatient: boolean
  /** Whether the contact request was sent. */
  sent: boolean
}

export function needsQuestions(exam: BookableExam | null): boolean {
  return exam?.encuesta_para_agendar === 'SI'
}

/** Returns whether to ask if the patient is under eight: for a child, when the exam depends on it. */
export function needsAge({ tipo }: Choices, exam: BookableExam | null): boolean {
  return tipo === 'pediatrica' && exam?.under_8_callcenter === true
}

export function isAnswered(answers: Answers): boolean {
  return answers.length > 0 && answers.every((answer) => answer !== null)
}

/**
 * Returns how an appointment for the exam is booked. When the exam depends on it, a child who is under eight, or whose
 * age is not answered yet, is sent to the call centre.
 */
function bookingWayOf({
  choices,
  exam,
}: Pick<Facts, 'choices' | 'exam'>): 'presencial' | 'callcenter' | 'reserva' {
  if (needsAge(choices, exam) && choices.menor !== 'no') return 'callcenter'
  return exam?.way_to_schedule === 'presencial' || exam?.way_to_schedule === 'callcenter'
    ? exam.way_to_schedule
    : 'reserva'
}

function canContinue({ choices, exam, lacksPatient }: Facts): boolean {
  return exam !== null && !lacksPatient && (!needsAge(choices, exam) || choices.menor !== undefined)
}

function isReadyToBook(facts: Facts): boolean {
  return (
    canContinue(facts) &&
    (!needsQuestions(facts.exam) || (isAnswered(facts.answers) && !facts.answers.includes(true)))
  )
}

function canRequestCall(facts: Facts): boolean {
  if (!canContinue(facts) || facts.sent) return false
  const hasDoubt = needsQuestions(facts.exam) && isAnswered(facts.answers) && facts.answers.includes(true)
  return hasDoubt || (isReadyToBook(facts) && bookingWayOf(facts) === 'callcenter')
}

interface StepRow {
  /** Position in the progress bar; 4 is past its end. */
  place: 1 | 2 | 3 | 4
  /** Returns whether this step can be shown, given the choices and answers so far. */
  isOpen(facts: Facts): boolean
  /** The step that CONTINUAR leads to; null while something is missing, or when no step follows. */
  next(facts: Facts): Step | null
  /** The step that «Volver atrás» leads to; null leaves the wizard. */
  back(facts: Facts): Step | null
}

const stepBeforeBooking = (facts: Facts): Step | null =>
  needsQuestions(facts.exam) ? 'questions' : getEntry(facts.choices)

const describeStep: StepRow = {
  place: 1,
  isOpen: () => true,
  next: (facts) => {
    if (!canContinue(facts)) return null
    return needsQuestions(facts.exam) ? 'questions' : bookingWayOf(facts)
  },
  back: () => 'start',
}

const createBookingStep = (name: ReturnType<typeof bookingWayOf>, next: Step | null): StepRow => ({
  place: 3,
  isOpen: (facts) => isReadyToBook(facts) && bookingWayOf(facts) === name,
  next: () => next,
  back: stepBeforeBooking,
})

const later: Readonly<Record<LaterStep, StepRow>> = {
  questions: {
    place: 2,
    isOpen: (facts) => canContinue(facts) && needsQuestions(facts.exam),
    next: (facts) => {
      if (!isAnswered(facts.answers)) return null
      return facts.answers.includes(true) ? 'solicitar-contacto' : bookingWayOf(facts)
    },
    back: ({ choices }) => getEntry(choices),
  },
  presencial: createBookingStep('presencial', null),
  callcenter: createBookingStep('callcenter', 'solicitar-contacto'),
  reserva: createBookingStep('reserva', null),
  'solicitar-contacto': {
    place: 3,
    isOpen: canRequestCall,
    next: () => 'thank-you-page',
    back: (facts) => (facts.answers.includes(true) ? 'questions' : 'callcenter'),
  },
  'thank-you-page': { place: 4, isOpen: ({ sent }) => sent, next: () => null, back: () => null },
}

export function getStepRow(step: Step): StepRow {
  if (step === 'start') return { ...describeStep, next: () => null, back: () => null }
  return isEntry(step) ? describeStep : later[step]
}

/**
 * Returns the step of the address if it can be shown; otherwise the latest step before it that can, or the thanks when
 * the contact request was sent.
 */
export function findOpenStep(facts: Facts): Step {
  const { choices } = facts
  const entry = getEntry(choices)
  const requested = choices.paso ?? 'start'
  if (requested === 'start' || entry === null) return 'start'
  if (getStepRow(requested).isOpen(facts)) return requested
  if (facts.sent) return 'thank-you-page'
  return later.questions.isOpen(facts) ? 'questions' : entry
}

/**
 * Returns the choices for another step. They include the entry page, so that the way back is known. The start clears
 * all.
 */
export function choicesAt(step: Step, choices: Choices): Choices {
  if (step === 'start') return {}
  const { paso: _, desde: __, ...rest } = choices
  return isEntry(step)
    ? { paso: step, ...rest }
    : { paso: step, desde: getEntry(choices) ?? undefined, ...rest }
}

/** Returns the given answers to the questionnaire in the form of the contact request. */
export function contactAnswers(questions: readonly { text: string }[], answers: Answers): ContactAnswer[] {
  return questions.flatMap(({ text }, index) => {
    const answer = answers[index]
    return answer === undefined || answer === null ? [] : [{ question: text, yes: answer, no: !answer }]
  })
}
