/** Asks the next question of the person, and sends the requests that it needs. Pure. */

import type { Hold } from '@mi-portal/contract/booking/slots'
import type { Day } from '@mi-portal/contract/values/dates'
import {
  addLine,
  type Conversation,
  releaseRequests,
  type ServiceRequest,
  type SlotCriteria,
  withChoice,
  withRequests,
  withStep,
} from './state.flow.ts'

export function askService(state: Conversation): Conversation {
  const words =
    state.topic.kind === 'services'
      ? '¿Qué examen necesitas?'
      : '¿Qué especialidad necesitas? Elige una o escribe su nombre.'
  return withStep(addLine(releaseSlot(state), words), 'specialty')
}

export function askSite(state: Conversation): Conversation {
  const [only] = state.clinic.offices
  if (state.choice.office !== null) return askProfessional(state)
  if (only && state.clinic.offices.length === 1)
    return askProfessional(withChoice(state, { office: only.office_id }))
  return withStep(addLine(releaseSlot(state), '¿En qué sede quieres atenderte?'), 'site')
}

/** Releases the held slot before a question that itself needs no request. */
function releaseSlot(state: Conversation): Conversation {
  const release = releaseRequests(state)
  const free = withChoice(state, { slot: null, hold: null })
  return release.length > 0 ? withRequests(free, ...release) : free
}

/** Asks for the professionals. For an exam no professional is chosen, so its slots are searched directly. */
export function askProfessional(state: Conversation): Conversation {
  if (state.choice.professional !== null || state.topic.kind === 'services') return searchSlots(state)
  return withSearch(state, { kind: 'professionals', of: toSlotCriteria(state), towards: 'choice' })
}

export function searchSlots(state: Conversation): Conversation {
  return withSearch(state, { kind: 'professionals', of: toSlotCriteria(state), towards: 'slots' })
}

function withSearch(state: Conversation, question: ServiceRequest): Conversation {
  return withRequests(withChoice(state, { slot: null, hold: null }), ...releaseRequests(state), question)
}

export function toSlotCriteria({ choice: { office, service, professional } }: Conversation): SlotCriteria {
  return {
    ...(office === null || office === 'any' ? {} : { office_id: office }),
    ...(service ? { specialty: service.code } : {}),
    ...(professional ? { rut_professional: professional.rut } : {}),
  }
}

export function requestSlots(state: Conversation, from: Day): Conversation {
  return withRequests(state, { kind: 'slots', of: toSlotCriteria(state), from })
}

export function requestCheck(state: Conversation, hold: Hold, patient_id: number): Conversation {
  return withRequests(state, { kind: 'check', hold_id: hold.hold_id, patient_id })
}

export function withProfessional(
  state: Conversation,
  professional: Conversation['choice']['professional'],
): Conversation {
  const known = state.clinic.professionals.find(({ rut }) => rut === professional?.rut)
  const { service, office } = state.choice
  const attends = known?.specialties.some(({ code }) => code === service?.code) ?? true
  return withChoice(state, {
    professional,
    office: office ?? 'any',
    service: attends && service ? service : (known?.specialties[0] ?? service),
  })
}

/**
 * Returns the patient when already clear: the chosen one, or the only person who can be booked for; otherwise null.
 */
export function findPatient(state: Conversation): number | null {
  const [only] = state.clinic.people
  return state.choice.patientId ?? (state.clinic.people.length === 1 && only ? only.id : null)
}
