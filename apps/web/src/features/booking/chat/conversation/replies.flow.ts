/** The replies that are offered at each step. Pure. */

import { modalityNames } from '@mi-portal/contract/appointments/appointments'
import type { Service } from '@mi-portal/contract/booking/services'
import type { Slot } from '@mi-portal/contract/booking/slots'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { dayOfSlot, groupByDay, timeOfSlot } from '../../slots/free-slots.rules.ts'
import { formatDayTitle, formatSlotTitle } from './conversation.rules.ts'
import { type Conversation, officeName, type Professional, type Reply, type Step } from './state.flow.ts'

/** Slots offered under their day. */
interface DayReplies {
  readonly title: string
  readonly replies: readonly Reply[]
}

const maxDays = 3

const maxSlotsPerDay = 6

const startOver: Reply = { name: 'Empezar de nuevo', move: { kind: 'startAnew' } }

const bookMore: Reply = { name: 'Reservar otra hora', move: { kind: 'bookMore' } }

const otherProfessional: Reply = { name: 'Otro profesional', move: { kind: 'otherProfessional' } }

function limitList(state: Conversation, replies: readonly Reply[], more: string): readonly Reply[] {
  if (replies.length <= state.listed) return replies
  return [...replies.slice(0, state.listed), { name: more, move: { kind: 'moreOfList' } }]
}

export function serviceReply(service: Service): Reply {
  return { name: service.name, move: { kind: 'service', service } }
}

export function professionalReply(professional: Professional): Reply {
  const { rut, name, next_free } = professional
  const hint = next_free ? `Desde el ${showDay(santiago(new Date(next_free)).day)}` : 'Sin horas por ahora'
  return { name, hint, move: { kind: 'professional', professional: { rut, name } } }
}

function slotReply(state: Conversation, slot: Slot): Reply {
  const isVideo = slot.modality === 'telemedicina'
  const site = state.choice.office === 'any' ? officeName(state, slot.office_id) : null
  const place = isVideo ? 'por video' : site
  return {
    name: place ? `${formatSlotTitle(slot)}, ${place}` : formatSlotTitle(slot),
    short: { before: `${formatDayTitle(dayOfSlot(slot))},`, text: timeOfSlot(slot) },
    hint: isVideo ? modalityNames.telemedicina : [modalityNames.presencial, site].filter(Boolean).join(', '),
    move: { kind: 'hour', slot },
  }
}

/** Returns the slots on screen, grouped by day. */
export function listShownDays(state: Conversation): readonly DayReplies[] {
  if (state.step !== 'slots' || state.meant.length > 0 || state.asks.length > 0) return []
  return daysOnScreen(state).map(([day, slots]) => ({
    title: formatDayTitle(day),
    replies: (state.slots.all ? slots : slots.slice(0, maxSlotsPerDay)).map((slot) => slotReply(state, slot)),
  }))
}

function daysOnScreen(state: Conversation) {
  return [...groupByDay(state.slots.found)].slice(state.slots.firstDay, state.slots.firstDay + maxDays)
}

/** Returns the index of the first found day after those on screen, or null if none follows. */
export function nextDay(state: Conversation): number | null {
  const next = state.slots.firstDay + maxDays
  return next < groupByDay(state.slots.found).size ? next : null
}

function patientReplies(state: Conversation): readonly Reply[] {
  return state.clinic.people.map(({ id, name }) => ({
    name: id === state.person.id ? 'Para mí' : `Para ${name}`,
    move: { kind: 'patient', id },
  }))
}

const repliesByStep: Readonly<Record<Step, (state: Conversation) => readonly Reply[]>> = {
  greeting: () => [],
  again: () => [
    { name: 'Sí, otra fecha', move: { kind: 'again' } },
    otherProfessional,
    { name: 'No, gracias', move: { kind: 'decline' } },
  ],
  specialty: (state) => limitList(state, state.clinic.services.map(serviceReply), 'Ver más opciones'),
  site: (state) => [
    ...state.clinic.offices.map(
      ({ office_id, name }): Reply => ({ name, move: { kind: 'office', office: office_id } }),
    ),
    { name: 'Cualquier sede', move: { kind: 'office', office: 'any' } },
  ],
  professional: (state) => [
    { name: 'La hora más próxima', move: { kind: 'professional', professional: null } },
    ...limitList(state, state.professionals.map(professionalReply), 'Ver más profesionales'),
  ],
  slots: (state) => {
    const { all, later, ended } = state.slots
    const replies: Reply[] = []
    if (!all && daysOnScreen(state).some(([, slots]) => slots.length > maxSlotsPerDay))
      replies.push({ name: 'Ver más horas', move: { kind: 'moreSlots' } })
    if (!ended || nextDay(state) !== null)
      replies.push({ name: 'Ver más fechas', move: { kind: 'moreDays' } })
    if (later) replies.push({ name: 'Volver a las primeras fechas', move: { kind: 'firstDays' } })
    if (state.topic.kind !== 'services') replies.push(otherProfessional)
    return replies
  },
  nothing: (state) => {
    const { office, professional, service } = state.choice
    const replies: Reply[] = state.clinic.offices
      .filter(({ office_id }) => office !== 'any' && office !== null && office_id !== office)
      .map(({ office_id, name }) => ({ name: `Ver en ${name}`, move: { kind: 'office', office: office_id } }))
    if (professional && service) replies.push(otherProfessional)
    if (service && state.clinic.hasWaitingList) replies.push({ name: 'Avísame', move: { kind: 'wait' } })
    replies.push({
      name: state.topic.kind === 'services' ? 'Otro examen' : 'Otra especialidad',
      move: { kind: 'otherService' },
    })
    return replies
  },
  patient: patientReplies,
  waitFor: patientReplies,
  confirm: () => [
    { name: 'Confirmar hora', main: true, move: { kind: 'confirm' } },
    { name: 'Elegir otra hora', move: { kind: 'otherSlot' } },
  ],
  waiting: () => [bookMore],
  done: () => [bookMore],
  farewell: () => [bookMore],
}

/** Returns the replies offered now, without the slots of {@link listShownDays}; none while a request is in progress. */
export function listReplies(state: Conversation): readonly Reply[] {
  if (state.errorMessage !== null) return [{ name: 'Reintentar', move: { kind: 'retry' } }, startOver]
  if (state.asks.length > 0) return []
  if (state.meant.length > 0)
    return [...state.meant, { name: 'Ninguna de estas', move: { kind: 'noneOfThese' } }]
  return repliesByStep[state.step](state)
}
