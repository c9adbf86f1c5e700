/**
 * State machine of the guided conversation that books an appointment. A reply of the person or an answer of the
 * service leads to the next state, which holds what is shown and which requests to send. Pure.
 */

import type { Appointment } from '@mi-portal/contract/appointments'
import type { Hold, Slot } from '@mi-portal/contract/booking/slots'
import { addDays, type Day, dayOf, santiago } from '@mi-portal/contract/values/dates'
import { withArticle } from '../../people/people.rules.ts'
import { windowDays } from '../booking.queries.ts'
import { findMatches, hourInSentence, sameProfessionalWords } from './conversation.rules.ts'
import {
  type Clinic,
  type Conversation,
  listStep,
  type Move,
  nextDay,
  officeName,
  type Professional,
  professionalReply,
  type Reply,
  repliesOf,
  type ServiceRequest,
  type SlotCriteria,
  type Step,
  serviceReply,
  shownDaysOf,
  type Topic,
} from './replies.flow.ts'

/**
 * Maximum number of matches for typed words that are offered for choosing; with more matches the text counts as not
 * understood.
 */
const maxMatches = 8

export type ServiceAnswer =
  | { readonly kind: 'clinic'; readonly clinic: Clinic }
  | { readonly kind: 'professionals'; readonly professionals: readonly Professional[] }
  | { readonly kind: 'hours'; readonly hours: readonly Slot[] }
  | { readonly kind: 'hold'; readonly hold: Hold }
  | { readonly kind: 'check'; readonly warning: string | null }
  | { readonly kind: 'book'; readonly hour: Appointment }
  | { readonly kind: 'release' | 'wait' }

/** An error of the service; the status is 0 when no answer came. */
interface ServiceError {
  readonly status: number
  readonly message: string
}

export type Event =
  | { readonly kind: 'chosen'; readonly reply: Reply }
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'answered'; readonly turn: number; readonly answer: ServiceAnswer }
  | { readonly kind: 'failed'; readonly turn: number; readonly error: ServiceError }
  | { readonly kind: 'begun'; readonly topic: Topic; readonly lastDay: Day }
  | { readonly kind: 'restarted'; readonly lastDay: Day }

const emptyClinic: Clinic = {
  offices: [],
  services: [],
  professionals: [],
  people: [],
  hasWaitingList: false,
}
const noSlots = { found: [], upTo: '', firstDay: 0, all: false, later: false, ended: false } as const
const emptyChoice = {
  service: null,
  office: null,
  professional: null,
  slot: null,
  hold: null,
  patientId: null,
} as const

export function startConversation(topic: Topic, person: Conversation['person'], lastDay: Day): Conversation {
  const empty: Conversation = {
    topic,
    person,
    lastDay,
    step: 'greeting',
    lines: [],
    asks: [],
    turn: 0,
    trouble: null,
    clinic: emptyClinic,
    choice: emptyChoice,
    professionals: [],
    hours: noSlots,
    listed: listStep,
    meant: [],
    booked: null,
  }
  return withRequests(addLine(empty, greeting(topic, person)), {
    kind: 'clinic',
    codes: topic.kind === 'services' ? topic.codes : null,
  })
}

function greeting(topic: Topic, { id, first_name }: Conversation['person']): string {
  if (topic.kind !== 'again') return `Hola, ${first_name}. Te ayudo a reservar tu hora.`
  const { hour } = topic
  const hours = hour.patient_id === id ? 'tu hora' : 'la hora'
  return `Hola, ${first_name}. Cancelaste ${hours} con ${withArticle(hour.doctor_name)}. ¿Quieres reservar otra ${sameProfessionalWords(hour.doctor_name)}?`
}

/** Returns the next state. A late answer, or an event that does not fit the step, changes nothing. */
export function nextState(c: Conversation, event: Event): Conversation {
  switch (event.kind) {
    case 'chosen':
      return applyReply(c, event.reply)
    case 'typed':
      return applyTypedText(c, event.text.trim())
    case 'answered':
      return event.turn === c.turn ? applyAnswer(c, event.answer) : c
    case 'failed':
      return event.turn === c.turn ? applyError(c, event.error) : c
    case 'begun':
      return restart(c, event.topic, event.lastDay)
    case 'restarted':
      return restart(c, c.topic, event.lastDay)
  }
}

/** Starts the conversation over; a held slot is released first. */
function restart(c: Conversation, topic: Topic, lastDay: Day): Conversation {
  const fresh = startConversation(topic, c.person, lastDay)
  return { ...fresh, turn: c.turn + 1, asks: [...releaseRequests(c), ...fresh.asks] }
}

function releaseRequests({ choice: { hold }, booked }: Conversation): ServiceRequest[] {
  return hold && !booked ? [{ kind: 'release', hold_id: hold.hold_id }] : []
}

function addLine(c: Conversation, text: string, who: 'clinic' | 'person' = 'clinic'): Conversation {
  return { ...c, lines: [...c.lines, { id: c.lines.length, who, text }] }
}

function withRequests(c: Conversation, ...asks: ServiceRequest[]): Conversation {
  return { ...c, asks, turn: c.turn + 1, trouble: null }
}

function withStep(c: Conversation, step: Step): Conversation {
  return { ...c, step, listed: listStep }
}

function withChoice(c: Conversation, choice: Partial<Conversation['choice']>): Conversation {
  return { ...c, choice: { ...c.choice, ...choice } }
}

// ── Input of the person ──────────────────────────────────────────────────────

function applyReply(c: Conversation, reply: Reply): Conversation {
  const offered = [...repliesOf(c), ...shownDaysOf(c).flatMap(({ replies }) => replies)]
  if (!offered.includes(reply) && !offered.some(({ name }) => name === reply.name)) return c
  return applyMove({ ...addLine(c, reply.name, 'person'), meant: [] }, reply.move)
}

/** Matches typed text to the offered replies, then to the specialties and professionals of the clinic. */
function applyTypedText(c: Conversation, text: string): Conversation {
  if (text === '' || (c.asks.length > 0 && c.trouble === null)) return c
  const said = addLine(c, text, 'person')
  const offered = findMatches(text, [...repliesOf(c), ...shownDaysOf(c).flatMap(({ replies }) => replies)])
  const known = c.trouble === null ? generalRepliesOf(c) : []
  const meant = offered.length > 0 ? offered : findMatches(text, known)
  const [only] = meant
  if (only && meant.length === 1) return applyMove({ ...said, meant: [] }, only.move)
  if (meant.length === 0 || meant.length > maxMatches) return addLine(said, 'No te entendí, elige una opción')
  return addLine({ ...said, meant }, '¿A cuál te refieres?')
}

/** Returns the specialties and professionals as replies; typed text can name them at any step. */
function generalRepliesOf(c: Conversation): Reply[] {
  return [...c.clinic.services.map(serviceReply), ...c.clinic.professionals.map(professionalReply)]
}

function applyMove(c: Conversation, move: Move): Conversation {
  switch (move.kind) {
    case 'service':
      return askSite(withChoice(withoutBooking(c), { service: move.service, professional: null }))
    case 'office':
      return askProfessional(withChoice(c, { office: move.office }))
    case 'professional':
      return searchSlots(withProfessional(withoutBooking(c), move.professional))
    case 'again':
      return searchSlots(c)
    case 'hour':
      return withRequests(withChoice(c, { slot: move.slot }), { kind: 'hold', slot_id: move.slot.id })
    case 'patient':
      return applyPatient(c, move.id)
    case 'confirm':
      return requestBooking(c)
    case 'wait':
      return joinWaitingList(c)
    default:
      return applySimpleMove(c, move.kind)
  }
}

type SimpleMove = Exclude<
  Move['kind'],
  'service' | 'office' | 'professional' | 'again' | 'hour' | 'patient' | 'confirm' | 'wait'
>

const simpleMoves: Readonly<Record<SimpleMove, (c: Conversation) => Conversation>> = {
  otherProfessional: (c) => {
    const free = withChoice(c, { professional: null })
    return free.choice.service ? askProfessional(free) : askService(free)
  },
  otherService: (c) =>
    askService(withChoice(c, { service: null, professional: null, office: officeOf(c.topic) })),
  otherHour: (c) => searchSlots(c),
  firstDays: (c) => searchSlots(c),
  moreOfList: (c) => addLine({ ...c, listed: c.listed + 2 * listStep }, 'Aquí tienes más opciones.'),
  moreHours: (c) =>
    addLine({ ...c, hours: { ...c.hours, all: true } }, 'Estas son todas las horas de esos días.'),
  moreDays,
  decline: (c) => withStep(addLine(c, 'De acuerdo. Cuando lo necesites, te ayudo a reservar.'), 'farewell'),
  bookMore: (c) => restart(c, { kind: 'any' }, c.lastDay),
  startAnew: (c) => restart(c, c.topic, c.lastDay),
  retry: (c) => ({ ...c, trouble: null, turn: c.turn + 1 }),
  noneOfThese: (c) => addLine(c, 'De acuerdo. Elige una opción o escribe otra.'),
}

function applySimpleMove(c: Conversation, kind: SimpleMove): Conversation {
  return simpleMoves[kind](c)
}

/** Clears the choices when the person wishes for another appointment after one was booked. */
function withoutBooking(c: Conversation): Conversation {
  return c.booked ? { ...c, booked: null, choice: { ...emptyChoice, office: officeOf(c.topic) } } : c
}

function officeOf(topic: Topic): Conversation['choice']['office'] {
  return topic.kind === 'services' ? topic.office : null
}

function withProfessional(
  c: Conversation,
  professional: Conversation['choice']['professional'],
): Conversation {
  const known = c.clinic.professionals.find(({ rut }) => rut === professional?.rut)
  const { service, office } = c.choice
  const attends = known?.specialties.some(({ code }) => code === service?.code) ?? true
  return withChoice(c, {
    professional,
    office: office ?? 'any',
    service: attends && service ? service : (known?.specialties[0] ?? service),
  })
}

function askService(c: Conversation): Conversation {
  const words =
    c.topic.kind === 'services'
      ? '¿Qué examen necesitas?'
      : '¿Qué especialidad necesitas? Elige una o escribe su nombre.'
  return withStep(addLine(releaseSlot(c), words), 'specialty')
}

function askSite(c: Conversation): Conversation {
  const [only] = c.clinic.offices
  if (c.choice.office !== null) return askProfessional(c)
  if (only && c.clinic.offices.length === 1) return askProfessional(withChoice(c, { office: only.office_id }))
  return withStep(addLine(releaseSlot(c), '¿En qué sede quieres atenderte?'), 'site')
}

/** Releases the held slot before a question that itself needs no request. */
function releaseSlot(c: Conversation): Conversation {
  const release = releaseRequests(c)
  const free = withChoice(c, { slot: null, hold: null })
  return release.length > 0 ? withRequests(free, ...release) : free
}

/** Asks for the professionals. For an exam no professional is chosen, so its slots are searched directly. */
function askProfessional(c: Conversation): Conversation {
  if (c.choice.professional !== null || c.topic.kind === 'services') return searchSlots(c)
  return withSearch(c, { kind: 'professionals', of: criteriaOf(c), towards: 'choice' })
}

function searchSlots(c: Conversation): Conversation {
  return withSearch(c, { kind: 'professionals', of: criteriaOf(c), towards: 'hours' })
}

function withSearch(c: Conversation, question: ServiceRequest): Conversation {
  return withRequests(withChoice(c, { slot: null, hold: null }), ...releaseRequests(c), question)
}

function criteriaOf({ choice: { office, service, professional } }: Conversation): SlotCriteria {
  return {
    ...(office === null || office === 'any' ? {} : { office_id: office }),
    ...(service ? { specialty: service.code } : {}),
    ...(professional ? { rut_professional: professional.rut } : {}),
  }
}

function moreDays(c: Conversation): Conversation {
  const later = nextDay(c)
  if (later !== null) {
    const hours = { ...c.hours, firstDay: later, all: false, later: true }
    return addLine({ ...c, hours }, 'Estas son las fechas siguientes:')
  }
  return requestSlots(c, addDays(c.hours.upTo, 1))
}

function requestSlots(c: Conversation, from: Day): Conversation {
  return withRequests(c, { kind: 'hours', of: criteriaOf(c), from })
}

function applyPatient(c: Conversation, patientId: number): Conversation {
  const chosen = withChoice(c, { patientId })
  if (c.step === 'waitFor') return requestWaiting(chosen, patientId)
  return c.choice.hold ? requestCheck(chosen, c.choice.hold, patientId) : chosen
}

function requestCheck(c: Conversation, hold: Hold, patient_id: number): Conversation {
  return withRequests(c, { kind: 'check', hold_id: hold.hold_id, patient_id })
}

function requestBooking(c: Conversation): Conversation {
  const { hold, patientId } = c.choice
  if (!hold || patientId === null) return c
  return withRequests(c, { kind: 'book', hold_id: hold.hold_id, patient_id: patientId })
}

/**
 * Returns the patient when already clear: the chosen one, or the only person who can be booked for; otherwise null.
 */
function patientOf(c: Conversation): number | null {
  const [only] = c.clinic.people
  return c.choice.patientId ?? (c.clinic.people.length === 1 && only ? only.id : null)
}

function joinWaitingList(c: Conversation): Conversation {
  const patient = patientOf(c)
  return patient === null
    ? withStep(addLine(c, '¿Para quién quieres la hora?'), 'waitFor')
    : requestWaiting(c, patient)
}

function requestWaiting(c: Conversation, patient_id: number): Conversation {
  const { specialty, ...of } = criteriaOf(c)
  return specialty ? withRequests(c, { kind: 'wait', draft: { ...of, specialty, patient_id } }) : c
}

// ── Answers of the service ──────────────────────────────────────────────────

function applyAnswer(c: Conversation, answer: ServiceAnswer): Conversation {
  const [request, ...rest] = c.asks
  if (request?.kind !== answer.kind) return c
  const heard: Conversation = { ...c, asks: rest, turn: c.turn + 1, trouble: null }
  switch (answer.kind) {
    case 'clinic':
      return welcome({ ...heard, clinic: answer.clinic })
    case 'professionals':
      return applyProfessionals(heard, answer.professionals, request)
    case 'hours':
      return applySlots(heard, answer.hours, request)
    case 'hold':
      return applyHold(heard, answer.hold)
    case 'check':
      return withStep(addLine(heard, summary(heard, answer.warning)), 'confirm')
    case 'book':
      return applyBooked({ ...heard, booked: answer.hour })
    case 'wait':
      return withStep(
        addLine(
          heard,
          'Listo. Te avisaremos por correo electrónico y en tus notificaciones cuando se libere una hora: la guardaremos 30 minutos para ti.',
        ),
        'waiting',
      )
    case 'release':
      return heard
  }
}

function welcome(c: Conversation): Conversation {
  const { topic, clinic } = c
  if (topic.kind === 'again') return welcomeAgain(c, topic.hour)
  const [only] = clinic.services
  const start = withChoice(c, { office: officeOf(topic) })
  return topic.kind === 'services' && only && clinic.services.length === 1
    ? askSite(withChoice(start, { service: only }))
    : askService(start)
}

function welcomeAgain(c: Conversation, hour: Appointment): Conversation {
  const { clinic } = c
  const known = clinic.professionals.find(({ rut }) => rut === hour.rut_professional)
  const office = clinic.offices.find(({ name }) => name === hour.place_care)
  const start = withChoice(c, {
    office: hour.modality === 'telemedicina' ? 'any' : (office?.office_id ?? 'any'),
    professional: known ?? { rut: hour.rut_professional, name: hour.doctor_name },
    service:
      known?.specialties.find(({ code }) => code === hour.cod_specialty) ?? known?.specialties[0] ?? null,
    patientId: clinic.people.some(({ id }) => id === hour.patient_id) ? hour.patient_id : null,
  })
  return withStep(start, 'again')
}

function applyProfessionals(
  c: Conversation,
  found: readonly Professional[],
  request: ServiceRequest,
): Conversation {
  const free = found.flatMap(({ next_free }) => (next_free === null ? [] : [next_free])).sort()
  const [soonest] = free
  const [only] = found
  if (soonest === undefined || request.kind !== 'professionals') return showNoSlots(c)
  if (request.towards === 'choice' && found.length > 1)
    return withStep(addLine({ ...c, professionals: found }, '¿Con quién quieres atenderte?'), 'professional')
  const chosen = request.towards === 'choice' && only ? withProfessional(c, only) : c
  return requestSlots({ ...chosen, hours: noSlots }, dayOf(new Date(soonest)))
}

function applySlots(c: Conversation, found: readonly Slot[], request: ServiceRequest): Conversation {
  if (request.kind !== 'hours') return c
  const upTo = addDays(request.from, windowDays - 1)
  const first = c.hours.found.length === 0
  if (found.length > 0) {
    const hours = { ...noSlots, found, upTo, later: !first }
    return withStep(
      addLine({ ...c, hours }, first ? slotsTitle(c) : 'Estas son las fechas siguientes:'),
      'hours',
    )
  }
  if (upTo < c.lastDay) return requestSlots(c, addDays(upTo, 1))
  if (first) return showNoSlots(c)
  return withStep(
    addLine({ ...c, hours: { ...c.hours, upTo, ended: true } }, 'Por ahora no hay fechas más adelante.'),
    'hours',
  )
}

function slotsTitle(c: Conversation): string {
  const place = placeWords(c)
  if (
    c.choice.professional &&
    c.topic.kind === 'again' &&
    c.topic.hour.rut_professional === c.choice.professional.rut
  )
    return `Estas son sus próximas horas${place}. Elige una:`
  return `Estas son las próximas horas${whatWords(c)}${place}. Elige una:`
}

function whatWords({ choice: { professional, service } }: Conversation): string {
  if (professional) return ` con ${withArticle(professional.name)}`
  return service ? ` de ${service.name}` : ''
}

function placeWords(c: Conversation): string {
  const office = officeName(c, c.choice.office)
  return office ? ` en ${office}` : ''
}

function showNoSlots(c: Conversation): Conversation {
  const call = c.clinic.hasWaitingList ? '' : ' También puedes llamar a la clínica.'
  const words = `Por ahora no hay horas${whatWords(c)}${placeWords(c)}. ¿Qué prefieres?${call}`
  return withStep(addLine(c, words), 'nothing')
}

function applyHold(c: Conversation, hold: Hold): Conversation {
  const held = withChoice(c, { hold })
  const patient = patientOf(held)
  return patient === null
    ? withStep(addLine(held, '¿Para quién es la hora?'), 'patient')
    : requestCheck(withChoice(held, { patientId: patient }), hold, patient)
}

function summary(c: Conversation, warning: string | null): string {
  const { slot, hold } = c.choice
  if (!slot || !hold) return ''
  const until = santiago(new Date(hold.expires_at)).time
  const consider = warning === null ? '' : ` ${warning}`
  return `${slotWords(c, slot)}.${consider} La guardamos para ti hasta las ${until} h. ¿La confirmas?`
}

function slotWords(c: Conversation, slot: Slot): string {
  const place =
    slot.modality === 'telemedicina'
      ? 'por video'
      : `presencial en ${officeName(c, slot.office_id) ?? slot.office_id}`
  const patient = c.clinic.people.find(({ id }) => id === c.choice.patientId)
  const forWhom = patient && patient.id !== c.person.id ? `, para ${patient.name}` : ''
  return `${slot.specialty_name} con ${withArticle(slot.doctor_name)}: ${hourInSentence(slot)}, ${place}${forWhom}`
}

function applyBooked(c: Conversation): Conversation {
  const { slot } = c.choice
  const office = c.clinic.offices.find(({ office_id }) => office_id === slot?.office_id)
  const address = slot?.modality === 'presencial' && office ? ` La dirección es ${office.address}.` : ''
  const words = slot ? ` ${slotWords(c, slot)}.` : ''
  return withStep(
    addLine(
      c,
      `Tu hora quedó reservada.${words}${address} Te enviamos la confirmación por correo electrónico.`,
    ),
    'done',
  )
}

// ── Errors of the service ──────────────────────────────────────────────────

/** Returns whether the error describes the current state, so that sending the request again would not help. */
function isFinal({ status }: ServiceError): boolean {
  return status === 400 || status === 404 || status === 409
}

const unreachable = 'No pudimos comunicarnos con la agenda. Vuelve a intentarlo en unos minutos.'

function applyError(c: Conversation, error: ServiceError): Conversation {
  const [request, ...rest] = c.asks
  if (!request) return c
  // When a release fails, the hold expires by itself some minutes later.
  if (request.kind === 'release') return { ...c, asks: rest, turn: c.turn + 1 }
  const answers = isFinal(error) ? finalErrorMoves[request.kind] : undefined
  if (!answers) {
    const trouble = error.status === 0 || error.status >= 500 ? unreachable : withFullStop(error.message)
    return addLine({ ...c, trouble }, trouble)
  }
  return answers(addLine({ ...c, asks: rest, turn: c.turn + 1 }, withFullStop(error.message)))
}

const finalErrorMoves: Partial<Record<ServiceRequest['kind'], (c: Conversation) => Conversation>> = {
  // The slots are loaded again, without the slot that another patient has taken.
  hold: searchSlots,
  check: choosePatientAgain,
  book: searchSlots,
  wait: (c) => withStep(c, 'nothing'),
}

/**
 * The slot does not suit this patient, or is no longer held. Shows the slots again, and asks for the patient again
 * when there is a choice.
 */
function choosePatientAgain(c: Conversation): Conversation {
  return searchSlots(withChoice(c, { patientId: null }))
}

function withFullStop(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}
