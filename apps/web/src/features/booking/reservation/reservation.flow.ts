/**
 * The reservation as a table of steps. The address stores the choices, and the step is derived from them: it is the
 * first step whose question is unanswered. Going back in the browser therefore opens the last question again.
 */
import type { OfficeCode } from '@mi-portal/contract/booking/services'
import type { Day } from '@mi-portal/contract/values/dates'
import { portal } from '../../../lib/portal-config.ts'
import type { Modality, SlotSearch } from '../booking.queries.ts'

/**
 * The parameters of the address. Nothing in them identifies the patient, except ids that have no meaning outside the
 * portal.
 */
export interface Choice {
  /** The code of a site; `AMBAS` means that any site will do. */
  office_id?: OfficeCode
  /** The specialty code that the page was opened with, or several separated by commas. */
  spec_id?: string
  /** The chosen specialty, out of `spec_id` or out of all. */
  specialty?: string
  exam_id?: number
  procedure?: string
  /** Whether the visitor comes from the imaging department's own list of exams. */
  agenda_imagenologia?: true
  /** In person or by video; `TODAS` means that either will do. */
  modality?: Modality | 'TODAS'
  /** The professional's RUN. Without a final K the router may read the value as a number. */
  rut_professional?: string
  /** Any professional: the first free slot. */
  primera?: true
  day?: Day
  slot_id?: number
  /** The hold of a slot that was offered from the waiting list. */
  offer?: number
  patient_id?: number
  /** The appointment that is being moved. */
  id_appointment?: number
  /** The appointment that was booked. */
  reservada?: number
  /** Campaign parameters of the clinic's own links. */
  utm_source?: string
  utm_medium?: string
  utm_campaign?: string
}

export interface StepProps {
  choice: Choice
  /** Moves to the next question with the choices. */
  onChoose(choice: Choice): unknown
  /** Does the same, but replaces the current address, so that the back button does not return to it. */
  onReplace(choice: Choice): unknown
}

/** Facts that the address does not contain. */
interface Facts {
  /** Whether the user can book for other people; undefined while they are loading. */
  others: boolean | undefined
}

export type StepName = 'need' | 'person' | 'professional' | 'hour' | 'confirm' | 'done'

interface Step {
  name: StepName
  /** Heading of the page. */
  title: string
  /** Position in the progress bar. */
  place: 1 | 2 | 3
  /** Returns whether the question is answered. */
  done(choice: Choice, facts: Facts): boolean
}

/** Number of places of the progress bar. */
export const placeCount = 3

const specialty = (choice: Choice) =>
  choice.specialty ?? (choice.spec_id?.includes(',') ? undefined : choice.spec_id)
/** Returns whether the professional on duty attends, so that none is chosen. */
function isWalkInService(choice: Choice): boolean {
  const code = specialty(choice) ?? choice.spec_id?.split(',')[0] ?? ''
  return portal.clinic.booking_groups.some(
    ({ walk_in, sites }) => walk_in && Object.values(sites).some((codes) => codes.includes(code)),
  )
}
const isOfExam = (choice: Choice) => choice.exam_id !== undefined || choice.procedure !== undefined
const isHeld = (choice: Choice) => choice.slot_id !== undefined || choice.offer !== undefined
// A visitor who comes with an appointment to move, an exam or a professional has already answered the first
// question.
const isDirect = (choice: Choice) =>
  isHeld(choice) || isOfExam(choice) || choice.id_appointment !== undefined || hasProfessional(choice)
const hasProfessional = (choice: Choice) => choice.rut_professional !== undefined

const steps: readonly Step[] = [
  {
    name: 'need',
    title: 'Reservar hora',
    place: 1,
    done: (choice) => specialty(choice) !== undefined || isDirect(choice),
  },
  {
    name: 'person',
    title: '¿Para quién es la hora?',
    place: 1,
    done: (choice, { others }) =>
      choice.patient_id !== undefined ||
      choice.id_appointment !== undefined ||
      choice.offer !== undefined ||
      others === false,
  },
  {
    name: 'professional',
    title: 'Elige con quién atenderte',
    place: 2,
    done: (choice) => choice.primera === true || isWalkInService(choice) || isDirect(choice),
  },
  { name: 'hour', title: 'Elige día y hora', place: 2, done: isHeld },
  { name: 'confirm', title: 'Confirma tu hora', place: 3, done: () => false },
]

const doneStep: Step = { name: 'done', title: 'Tu hora está reservada', place: 3, done: () => false }

/** Returns the step whose question is open. */
export function getReservationStep(choice: Choice, facts: Facts): Step {
  if (choice.reservada !== undefined) return doneStep
  const open = steps.find((step) => !step.done(choice, facts))
  return open ?? doneStep
}

/** Returns whether the patient can choose among professionals. */
export function hasProfessionals(choice: Choice): boolean {
  return !isWalkInService(choice) && !isOfExam(choice) && choice.id_appointment === undefined
}

/** Returns whether the patient is asked for the modality: only a consultation can be in person or by video. */
export function hasModalities(choice: Choice): boolean {
  return !isOfExam(choice) && !isWalkInService(choice)
}

/** Returns the modality to search for: the chosen one, otherwise the expected one. */
export function getModality(choice: Choice, expected: Modality | undefined): Modality | undefined {
  if (!hasModalities(choice) || choice.modality === 'TODAS') return undefined
  return choice.modality ?? expected
}

/** Returns the site to search at; appointments by video have no site. */
export function getSite(office: Choice['office_id'], modality: Modality | undefined): OfficeCode | undefined {
  return office === 'AMBAS' || modality === 'telemedicina' ? undefined : office
}

/** Returns the slot search for the choices. */
export function toSlotSearch(choice: Choice): SlotSearch {
  const { exam_id, procedure, rut_professional, patient_id } = choice
  const sought = specialty(choice) ?? choice.spec_id
  // Who comes for a professional sees all their slots.
  const isOpen = choice.office_id === undefined && sought === undefined
  const modality = getModality(choice, isOpen ? undefined : 'presencial')
  return {
    office_id: getSite(choice.office_id, modality),
    specialty: sought,
    exam_id,
    procedure,
    rut_professional,
    modality,
    patient_id: isOfExam(choice) ? patient_id : undefined,
  }
}

/** Returns the choices with one question opened again: its answer and the later ones are removed. */
export function reopenQuestion(choice: Choice, name: 'specialty' | 'professional' | 'hour'): Choice {
  const noSlot = { slot_id: undefined, offer: undefined }
  if (name === 'hour') return { ...choice, ...noSlot }
  const professional = { ...noSlot, day: undefined, rut_professional: undefined, primera: undefined }
  if (name === 'professional') return { ...choice, ...professional }
  const chosen = { ...professional, specialty: undefined, exam_id: undefined, procedure: undefined }
  const open = choice.spec_id?.includes(',') ? choice.spec_id : undefined
  return { ...choice, ...chosen, spec_id: open }
}
