/** Applies the answers and errors of the scheduling service. Pure. */

import type { Appointment } from '@mi-portal/contract/appointments/appointments'
import type { Hold, Slot } from '@mi-portal/contract/booking/slots'
import { addDays, santiago, toDay } from '@mi-portal/contract/values/dates'
import { withArticle } from '../../../people/people.rules.ts'
import { windowDays } from '../../booking.queries.ts'
import { formatSlotInSentence } from './conversation.rules.ts'
import {
  askService,
  askSite,
  findPatient,
  requestCheck,
  requestSlots,
  searchSlots,
  withProfessional,
} from './questions.flow.ts'
import {
  addLine,
  type Clinic,
  type Conversation,
  getTopicOffice,
  noSlots,
  officeName,
  type Professional,
  type ServiceRequest,
  withChoice,
  withStep,
} from './state.flow.ts'

export type ServiceAnswer =
  | { readonly kind: 'clinic'; readonly clinic: Clinic }
  | { readonly kind: 'professionals'; readonly professionals: readonly Professional[] }
  | { readonly kind: 'slots'; readonly slots: readonly Slot[] }
  | { readonly kind: 'hold'; readonly hold: Hold }
  | { readonly kind: 'check'; readonly warning: string | null }
  | { readonly kind: 'book'; readonly appointment: Appointment & { readonly mail: string | null } }
  | { readonly kind: 'release' | 'wait' }

/** An error of the service; the status is 0 when no answer came. */
export interface ServiceError {
  readonly status: number
  readonly message: string
}

export function applyAnswer(state: Conversation, answer: ServiceAnswer): Conversation {
  const [request, ...rest] = state.asks
  if (request?.kind !== answer.kind) return state
  const answered: Conversation = { ...state, asks: rest, turn: state.turn + 1, errorMessage: null }
  switch (answer.kind) {
    case 'clinic':
      return welcome({ ...answered, clinic: answer.clinic })
    case 'professionals':
      return applyProfessionals(answered, answer.professionals, request)
    case 'slots':
      return applySlots(answered, answer.slots, request)
    case 'hold':
      return applyHold(answered, answer.hold)
    case 'check':
      return withStep(addLine(answered, summary(answered, answer.warning)), 'confirm')
    case 'book':
      return applyBooked({ ...answered, booked: answer.appointment }, answer.appointment.mail)
    case 'wait':
      return withStep(
        addLine(
          answered,
          'Listo. Te avisaremos en tus notificaciones cuando se libere una hora: la guardaremos 30 minutos para ti.',
        ),
        'waiting',
      )
    case 'release':
      return answered
  }
}

function welcome(state: Conversation): Conversation {
  const { topic, clinic } = state
  if (topic.kind === 'again') return welcomeAgain(state, topic.hour)
  const [only] = clinic.services
  const start = withChoice(state, { office: getTopicOffice(topic) })
  return topic.kind === 'services' && only && clinic.services.length === 1
    ? askSite(withChoice(start, { service: only }))
    : askService(start)
}

function welcomeAgain(state: Conversation, hour: Appointment): Conversation {
  const { clinic } = state
  const known = clinic.professionals.find(({ rut }) => rut === hour.rut_professional)
  const office = clinic.offices.find(({ name }) => name === hour.place_care)
  const start = withChoice(state, {
    office: hour.modality === 'telemedicina' ? 'any' : (office?.office_id ?? 'any'),
    professional: known ?? { rut: hour.rut_professional, name: hour.doctor_name },
    service:
      known?.specialties.find(({ code }) => code === hour.cod_specialty) ?? known?.specialties[0] ?? null,
    patientId: clinic.people.some(({ id }) => id === hour.patient_id) ? hour.patient_id : null,
  })
  return withStep(start, 'again')
}

function applyProfessionals(
  state: Conversation,
  found: readonly Professional[],
  request: ServiceRequest,
): Conversation {
  const free = found.flatMap(({ next_free }) => (next_free === null ? [] : [next_free])).sort()
  const [soonest] = free
  const [only] = found
  if (soonest === undefined || request.kind !== 'professionals') return showNoSlots(state)
  if (request.towards === 'choice' && found.length > 1)
    return withStep(
      addLine({ ...state, professionals: found }, '¿Con quién quieres atenderte?'),
      'professional',
    )
  const chosen = request.towards === 'choice' && only ? withProfessional(state, only) : state
  return requestSlots({ ...chosen, slots: noSlots }, toDay(new Date(soonest)))
}

function applySlots(state: Conversation, found: readonly Slot[], request: ServiceRequest): Conversation {
  if (request.kind !== 'slots') return state
  const upTo = addDays(request.from, windowDays - 1)
  const first = state.slots.found.length === 0
  if (found.length > 0) {
    const slots = { ...noSlots, found, upTo, later: !first }
    return withStep(
      addLine({ ...state, slots }, first ? slotsTitle(state) : 'Estas son las fechas siguientes:'),
      'slots',
    )
  }
  if (upTo < state.lastDay) return requestSlots(state, addDays(upTo, 1))
  if (first) return showNoSlots(state)
  return withStep(
    addLine(
      { ...state, slots: { ...state.slots, upTo, ended: true } },
      'Por ahora no hay fechas más adelante.',
    ),
    'slots',
  )
}

function slotsTitle(state: Conversation): string {
  const place = describePlace(state)
  if (
    state.choice.professional &&
    state.topic.kind === 'again' &&
    state.topic.hour.rut_professional === state.choice.professional.rut
  )
    return `Estas son sus próximas horas${place}. Elige una:`
  return `Estas son las próximas horas${describeProfessionalOrService(state)}${place}. Elige una:`
}

function describeProfessionalOrService({ choice: { professional, service } }: Conversation): string {
  if (professional) return ` con ${withArticle(professional.name)}`
  return service ? ` de ${service.name}` : ''
}

function describePlace(state: Conversation): string {
  const office = officeName(state, state.choice.office)
  return office ? ` en ${office}` : ''
}

function showNoSlots(state: Conversation): Conversation {
  const call = state.clinic.hasWaitingList ? '' : ' También puedes llamar a la clínica.'
  const words = `Por ahora no hay horas${describeProfessionalOrService(state)}${describePlace(state)}. ¿Qué prefieres?${call}`
  return withStep(addLine(state, words), 'nothing')
}

function applyHold(state: Conversation, hold: Hold): Conversation {
  const held = withChoice(state, { hold })
  const patient = findPatient(held)
  return patient === null
    ? withStep(addLine(held, '¿Para quién es la hora?'), 'patient')
    : requestCheck(withChoice(held, { patientId: patient }), hold, patient)
}

function summary(state: Conversation, warning: string | null): string {
  const { slot, hold } = state.choice
  if (!slot || !hold) return ''
  const until = santiago(new Date(hold.expires_at)).time
  const consider = warning === null ? '' : ` ${warning}`
  return `${describeSlot(state, slot)}.${consider} La guardamos para ti hasta las ${until} h. ¿La confirmas?`
}

function describeSlot(state: Conversation, slot: Slot): string {
  const place =
    slot.modality === 'telemedicina'
      ? 'por video'
      : `presencial en ${officeName(state, slot.office_id) ?? slot.office_id}`
  const patient = state.clinic.people.find(({ id }) => id === state.choice.patientId)
  const forWhom = patient && patient.id !== state.person.id ? `, para ${patient.name}` : ''
  return `${slot.specialty_name} con ${withArticle(slot.doctor_name)}: ${formatSlotInSentence(slot)}, ${place}${forWhom}`
}

function applyBooked(state: Conversation, mail: string | null): Conversation {
  const { slot } = state.choice
  const office = state.clinic.offices.find(({ office_id }) => office_id === slot?.office_id)
  const address = slot?.modality === 'presencial' && office ? ` La dirección es ${office.address}.` : ''
  const words = slot ? ` ${describeSlot(state, slot)}.` : ''
  return withStep(
    addLine(state, `Tu hora quedó reservada.${words}${address}${mail === null ? '' : ` ${mail}.`}`),
    'done',
  )
}

/** Returns whether the error describes the current state, so that sending the request again would not help. */
function isFinal({ status }: ServiceError): boolean {
  return status === 400 || status === 404 || status === 409
}

const unreachable = 'No pudimos comunicarnos con la agenda. Vuelve a intentarlo en unos minutos.'

export function applyError(state: Conversation, error: ServiceError): Conversation {
  const [request, ...rest] = state.asks
  if (!request) return state
  // When a release fails, the hold expires by itself some minutes later.
  if (request.kind === 'release') return { ...state, asks: rest, turn: state.turn + 1 }
  const answers = isFinal(error) ? finalErrorMoves[request.kind] : undefined
  if (!answers) {
    const errorMessage = error.status === 0 || error.status >= 500 ? unreachable : withFullStop(error.message)
    return addLine({ ...state, errorMessage }, errorMessage)
  }
  return answers(addLine({ ...state, asks: rest, turn: state.turn + 1 }, withFullStop(error.message)))
}

const finalErrorMoves: Partial<Record<ServiceRequest['kind'], (state: Conversation) => Conversation>> = {
  // The slots are loaded again, without the slot that another patient has taken.
  hold: searchSlots,
  check: choosePatientAgain,
  book: searchSlots,
  wait: (state) => withStep(state, 'nothing'),
}

/**
 * The slot does not suit this patient, or is no longer held. Shows the slots again, and asks for the patient again
 * when there is a choice.
 */
function choosePatientAgain(state: Conversation): Conversation {
  return searchSlots(withChoice(state, { patientId: null }))
}

function withFullStop(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}
