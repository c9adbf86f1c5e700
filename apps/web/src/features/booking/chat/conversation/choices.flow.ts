/** Applies what the person chooses. Pure. */

import { addDays, type Day } from '@mi-portal/contract/values/dates'
import {
  askProfessional,
  askService,
  askSite,
  findPatient,
  requestCheck,
  requestSlots,
  searchSlots,
  toSlotCriteria,
  withProfessional,
} from './questions.flow.ts'
import { listReplies, listShownDays, nextDay } from './replies.flow.ts'
import {
  addLine,
  type Conversation,
  emptyChoice,
  getTopicOffice,
  listStep,
  type Move,
  type Reply,
  releaseRequests,
  startConversation,
  type Topic,
  withChoice,
  withRequests,
  withStep,
} from './state.flow.ts'

export function applyReply(state: Conversation, reply: Reply): Conversation {
  const offered = [...listReplies(state), ...listShownDays(state).flatMap(({ replies }) => replies)]
  if (!offered.includes(reply) && !offered.some(({ name }) => name === reply.name)) return state
  return applyMove({ ...addLine(state, reply.name, 'person'), meant: [] }, reply.move)
}

export function applyMove(state: Conversation, move: Move): Conversation {
  switch (move.kind) {
    case 'service':
      return askSite(withChoice(withoutBooking(state), { service: move.service, professional: null }))
    case 'office':
      return askProfessional(withChoice(state, { office: move.office }))
    case 'professional':
      return searchSlots(withProfessional(withoutBooking(state), move.professional))
    case 'again':
      return searchSlots(state)
    case 'hour':
      return withRequests(withChoice(state, { slot: move.slot }), { kind: 'hold', slot_id: move.slot.id })
    case 'patient':
      return applyPatient(state, move.id)
    case 'confirm':
      return requestBooking(state)
    case 'wait':
      return joinWaitingList(state)
    default:
      return applySimpleMove(state, move.kind)
  }
}

type SimpleMove = Exclude<
  Move['kind'],
  'service' | 'office' | 'professional' | 'again' | 'hour' | 'patient' | 'confirm' | 'wait'
>

const simpleMoves: Readonly<Record<SimpleMove, (state: Conversation) => Conversation>> = {
  otherProfessional: (state) => {
    const free = withChoice(state, { professional: null })
    return free.choice.service ? askProfessional(free) : askService(free)
  },
  otherService: (state) =>
    askService(withChoice(state, { service: null, professional: null, office: getTopicOffice(state.topic) })),
  otherSlot: (state) => searchSlots(state),
  firstDays: (state) => searchSlots(state),
  moreOfList: (state) =>
    addLine({ ...state, listed: state.listed + 2 * listStep }, 'Aquí tienes más opciones.'),
  moreSlots: (state) =>
    addLine({ ...state, slots: { ...state.slots, all: true } }, 'Estas son todas las horas de esos días.'),
  moreDays,
  decline: (state) =>
    withStep(addLine(state, 'De acuerdo. Cuando lo necesites, te ayudo a reservar.'), 'farewell'),
  bookMore: (state) => restart(state, { kind: 'any' }, state.lastDay),
  startAnew: (state) => restart(state, state.topic, state.lastDay),
  retry: (state) => ({ ...state, errorMessage: null, turn: state.turn + 1 }),
  noneOfThese: (state) => addLine(state, 'De acuerdo. Elige una opción o escribe otra.'),
}

function applySimpleMove(state: Conversation, kind: SimpleMove): Conversation {
  return simpleMoves[kind](state)
}

/** Starts the conversation over; a held slot is released first. */
export function restart(state: Conversation, topic: Topic, lastDay: Day): Conversation {
  const fresh = startConversation(topic, state.person, lastDay)
  return { ...fresh, turn: state.turn + 1, asks: [...releaseRequests(state), ...fresh.asks] }
}

/** Clears the choices when the person wishes for another appointment after one was booked. */
function withoutBooking(state: Conversation): Conversation {
  return state.booked
    ? { ...state, booked: null, choice: { ...emptyChoice, office: getTopicOffice(state.topic) } }
    : state
}

function moreDays(state: Conversation): Conversation {
  const later = nextDay(state)
  if (later !== null) {
    const slots = { ...state.slots, firstDay: later, all: false, later: true }
    return addLine({ ...state, slots }, 'Estas son las fechas siguientes:')
  }
  return requestSlots(state, addDays(state.slots.upTo, 1))
}

function applyPatient(state: Conversation, patientId: number): Conversation {
  const chosen = withChoice(state, { patientId })
  if (state.step === 'waitFor') return requestWaiting(chosen, patientId)
  return state.choice.hold ? requestCheck(chosen, state.choice.hold, patientId) : chosen
}

function requestBooking(state: Conversation): Conversation {
  const { hold, patientId } = state.choice
  if (!hold || patientId === null) return state
  return withRequests(state, { kind: 'book', hold_id: hold.hold_id, patient_id: patientId })
}

function joinWaitingList(state: Conversation): Conversation {
  const patient = findPatient(state)
  return patient === null
    ? withStep(addLine(state, '¿Para quién quieres la hora?'), 'waitFor')
    : requestWaiting(state, patient)
}

function requestWaiting(state: Conversation, patient_id: number): Conversation {
  const { specialty, ...of } = toSlotCriteria(state)
  return specialty ? withRequests(state, { kind: 'wait', draft: { ...of, specialty, patient_id } }) : state
}
