/**
 * The reservation as a table of steps. What was chosen lives in the address, so the step is never kept anywhere: it is
 * the first whose question is open. Going back in the browser opens the last question again.
 */
import type { OfficeCode } from '@mi-portal/contract/booking'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Modality, SlotSearch } from '../booking.queries.ts'

/** What the address says; nothing in it is about the person but numbers that mean nothing elsewhere. */
export interface Choice {
  /** `AMBAS`: either site will do. */
  office_id?: OfficeCode | 'AMBAS'
  /** What the page was opened for: one code, or several separated by commas. */
  spec_id?: string
  /** Which of them was chosen, or out of all. */
  specialty?: string
  exam_id?: number
  procedure?: string
  /** Come from the imaging desk's own list of exams. */
  agenda_imagenologia?: true
  modality?: Modality
  /** A run without its K reads as a number. */
  rut_professional?: string
  /** Whoever is free first. */
  primera?: true
  day?: Day
  slot_id?: number
  /** The hold of an hour that was offered to who waits. */
  offer?: number
  patient_id?: number
  /** The hour that is moved. */
  id_appointment?: number
  /** The hour that was booked. */
  reservada?: number
  /** From where the person came, in the words of the clinic's own links. */
  utm_source?: string
  utm_medium?: string
  utm_campaign?: string
}

export interface StepProps {
  choice: Choice
  /** To the next question, with what was chosen. */
  onChoose(choice: Choice): unknown
  /** The same in place of this address, which there is no way back to. */
  onSettle(choice: Choice): unknown
}

/** What is known besides the address. */
interface Facts {
  /** Whether there is anybody to book for besides oneself; undefined while it is not known. */
  others: boolean | undefined
}

export type StepName = 'site' | 'specialty' | 'professional' | 'hour' | 'person' | 'confirm' | 'done'

interface Step {
  name: StepName
  /** Its heading. */
  title: string
  /** Under which word of the trail it stands. */
  part: string
  /** Whether the question is answered. */
  done(choice: Choice, facts: Facts): boolean
}

const specialty = (choice: Choice) =>
  choice.specialty ?? (choice.spec_id?.includes(',') ? undefined : choice.spec_id)
/** At the desks of vaccination, laboratory and blood bank whoever is there attends: nobody is chosen. */
const deskCodes = ['359', '362', '363', '364', '570', '573']
const isAtDesk = (choice: Choice) =>
  deskCodes.includes(specialty(choice) ?? choice.spec_id?.split(',')[0] ?? '')
const isOfExam = (choice: Choice) => choice.exam_id !== undefined || choice.procedure !== undefined
const isHeld = (choice: Choice) => choice.slot_id !== undefined || choice.offer !== undefined
// Whoever comes with an hour to move, an exam or a professional has answered the first questions.
const isDirect = (choice: Choice) =>
  isHeld(choice) || isOfExam(choice) || choice.id_appointment !== undefined || hasProfessional(choice)
const hasProfessional = (choice: Choice) => choice.rut_professional !== undefined

const steps: readonly Step[] = [
  {
    name: 'site',
    title: '¿Dónde quieres atenderte?',
    part: 'Especialidad',
    done: (choice) =>
      choice.office_id !== undefined || choice.modality === 'telemedicina' || isDirect(choice),
  },
  {
    name: 'specialty',
    title: '¿Qué necesitas reservar?',
    part: 'Especialidad',
    done: (choice) => specialty(choice) !== undefined || isDirect(choice),
  },
  {
    name: 'professional',
    title: 'Elige con quién atenderte',
    part: 'Profesional',
    done: (choice) => choice.primera === true || isAtDesk(choice) || isDirect(choice),
  },
  { name: 'hour', title: 'Elige día y hora', part: 'Día y hora', done: isHeld },
  {
    name: 'person',
    title: '¿Para quién es la hora?',
    part: 'Confirmar',
    done: (choice, { others }) =>
      choice.patient_id !== undefined ||
      choice.id_appointment !== undefined ||
      choice.offer !== undefined ||
      others === false,
  },
  { name: 'confirm', title: 'Confirma tu hora', part: 'Confirmar', done: () => false },
]

const doneStep: Step = { name: 'done', title: 'Tu hora está reservada', part: '', done: () => false }

/** The question that is open. */
export function stepOf(choice: Choice, facts: Facts): Step {
  if (choice.reservada !== undefined) return doneStep
  const open = steps.find((step) => !step.done(choice, facts))
  return open ?? doneStep
}

/** The words of the trail for what was come with, and which is under way, from 1. */
export function trailOf(choice: Choice, step: Step): { parts: string[]; current: number } {
  const known: string[] = []
  if (isOfExam(choice) || choice.id_appointment !== undefined) known.push('Especialidad', 'Profesional')
  if (isAtDesk(choice)) known.push('Profesional')
  if (choice.offer !== undefined) known.push('Especialidad', 'Profesional', 'Día y hora')
  const parts = [...new Set(steps.map(({ part }) => part))].filter((part) => !known.includes(part))
  return { parts, current: step.name === 'done' ? parts.length + 1 : parts.indexOf(step.part) + 1 }
}

/** Whether there is somebody to choose among. */
export function hasProfessionals(choice: Choice): boolean {
  return !isAtDesk(choice) && !isOfExam(choice) && choice.id_appointment === undefined
}

/** What the free hours are searched by. */
export function searchOf(choice: Choice): SlotSearch {
  const { office_id, exam_id, procedure, rut_professional, modality } = choice
  return {
    office_id: office_id === 'AMBAS' ? undefined : office_id,
    specialty: specialty(choice) ?? choice.spec_id,
    exam_id,
    procedure,
    rut_professional,
    modality,
  }
}

/** The choice with a question opened again: what was answered after it is forgotten. */
export function reopened(choice: Choice, name: 'site' | 'specialty' | 'professional' | 'hour'): Choice {
  const hour = { slot_id: undefined, offer: undefined }
  if (name === 'hour') return { ...choice, ...hour }
  const professional = { ...hour, day: undefined, rut_professional: undefined, primera: undefined }
  if (name === 'professional') return { ...choice, ...professional }
  const chosen = { ...professional, specialty: undefined, exam_id: undefined, procedure: undefined }
  const open = choice.spec_id?.includes(',') ? choice.spec_id : undefined
  if (name === 'specialty') return { ...choice, ...chosen, spec_id: open }
  return { ...choice, ...professional, office_id: undefined }
}
