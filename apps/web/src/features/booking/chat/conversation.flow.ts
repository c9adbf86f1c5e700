/**
 * The guided conversation that books an hour. A reply or an answer of the service leads from one state to the next,
 * which says what is shown and what the service is asked. Pure.
 */
import type { Appointment } from '@mi-portal/contract/appointments'
import type { Hold, Slot } from '@mi-portal/contract/booking'
import { addDays, type Day, dayOf, santiago } from '@mi-portal/contract/values/dates'
import { windowDays } from '../booking.queries.ts'
import { hourTitle, meantBy, withThem } from './conversation.rules.ts'
import {
  type Ask,
  type Clinic,
  type Conversation,
  daysOf,
  listStep,
  type Move,
  nextDay,
  officeName,
  type Professional,
  professionalReply,
  type Reply,
  repliesOf,
  type Step,
  serviceReply,
  type Topic,
  type Wanted,
} from './replies.flow.ts'

/** Meanings of typed words that are asked back about; more are none. */
const mostMeant = 8

export type Told =
  | { readonly kind: 'clinic'; readonly clinic: Clinic }
  | { readonly kind: 'professionals'; readonly professionals: readonly Professional[] }
  | { readonly kind: 'hours'; readonly hours: readonly Slot[] }
  | { readonly kind: 'hold'; readonly hold: Hold }
  | { readonly kind: 'check'; readonly warning: string | null }
  | { readonly kind: 'book'; readonly hour: Appointment }
  | { readonly kind: 'release' | 'wait' }

/** Why the service refused; status 0 where no answer came. */
interface Refusal {
  readonly status: number
  readonly message: string
}

export type Event =
  | { readonly kind: 'chosen'; readonly reply: Reply }
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'told'; readonly turn: number; readonly told: Told }
  | { readonly kind: 'refused'; readonly turn: number; readonly refusal: Refusal }
  | { readonly kind: 'begun'; readonly topic: Topic; readonly lastDay: Day }
  | { readonly kind: 'restarted'; readonly lastDay: Day }

const nobody: Clinic = { offices: [], services: [], professionals: [], people: [], hasWaitingList: false }
const noHours = { found: [], upTo: '', firstDay: 0, all: false, later: false, ended: false } as const
const noChoice = {
  service: null,
  office: null,
  professional: null,
  slot: null,
  hold: null,
  patientId: null,
} as const

export function begin(topic: Topic, person: Conversation['person'], lastDay: Day): Conversation {
  const empty: Conversation = {
    topic,
    person,
    lastDay,
    step: 'greeting',
    lines: [],
    asks: [],
    turn: 0,
    trouble: null,
    clinic: nobody,
    choice: noChoice,
    professionals: [],
    hours: noHours,
    listed: listStep,
    meant: [],
    booked: null,
  }
  return ask(say(empty, greeting(topic, person)), {
    kind: 'clinic',
    codes: topic.kind === 'services' ? topic.codes : null,
  })
}

function greeting(topic: Topic, { id, first_name }: Conversation['person']): string {
  if (topic.kind !== 'again') return `Hola, ${first_name}. Te ayudo a reservar tu hora.`
  const { hour } = topic
  const hours = hour.patient_id === id ? 'tu hora' : 'la hora'
  return `Hola, ${first_name}. Cancelaste ${hours} con ${hour.doctor_name}. ¿Quieres reservar otra ${withThem(hour.doctor_name)}?`
}

/** The next state. What comes too late, or fits no step, changes nothing. */
export function next(c: Conversation, event: Event): Conversation {
  switch (event.kind) {
    case 'chosen':
      return choose(c, event.reply)
    case 'typed':
      return read(c, event.text.trim())
    case 'told':
      return event.turn === c.turn ? hear(c, event.told) : c
    case 'refused':
      return event.turn === c.turn ? refuse(c, event.refusal) : c
    case 'begun':
      return anew(c, event.topic, event.lastDay)
    case 'restarted':
      return anew(c, c.topic, event.lastDay)
  }
}

/** From the start; an hour that was held is given back first. */
function anew(c: Conversation, topic: Topic, lastDay: Day): Conversation {
  const fresh = begin(topic, c.person, lastDay)
  return { ...fresh, turn: c.turn + 1, asks: [...givingBack(c), ...fresh.asks] }
}

function givingBack({ choice: { hold }, booked }: Conversation): Ask[] {
  return hold && !booked ? [{ kind: 'release', hold_id: hold.hold_id }] : []
}

function say(c: Conversation, text: string, who: 'clinic' | 'person' = 'clinic'): Conversation {
  return { ...c, lines: [...c.lines, { id: c.lines.length, who, text }] }
}

function ask(c: Conversation, ...asks: Ask[]): Conversation {
  return { ...c, asks, turn: c.turn + 1, trouble: null }
}

function at(c: Conversation, step: Step): Conversation {
  return { ...c, step, listed: listStep }
}

function pick(c: Conversation, choice: Partial<Conversation['choice']>): Conversation {
  return { ...c, choice: { ...c.choice, ...choice } }
}

// ── What the person says ─────────────────────────────────────────────────────

function choose(c: Conversation, reply: Reply): Conversation {
  const offered = [...repliesOf(c), ...daysOf(c).flatMap(({ replies }) => replies)]
  if (!offered.includes(reply) && !offered.some(({ name }) => name === reply.name)) return c
  return make({ ...say(c, reply.name, 'person'), meant: [] }, reply.move)
}

/** Matches typed words to what is offered, then to what the clinic does and who attends there. */
function read(c: Conversation, text: string): Conversation {
  if (text === '' || (c.asks.length > 0 && c.trouble === null)) return c
  const said = say(c, text, 'person')
  const offered = meantBy(text, [...repliesOf(c), ...daysOf(c).flatMap(({ replies }) => replies)])
  const known = c.trouble === null ? wishesOf(c) : []
  const meant = offered.length > 0 ? offered : meantBy(text, known)
  const [only] = meant
  if (only && meant.length === 1) return make({ ...said, meant: [] }, only.move)
  if (meant.length === 0 || meant.length > mostMeant) return say(said, 'No te entendí, elige una opción')
  return say({ ...said, meant }, '¿A cuál te refieres?')
}

/** What may be wished for at any step until the hour is booked. */
function wishesOf(c: Conversation): Reply[] {
  return [...c.clinic.services.map(serviceReply), ...c.clinic.professionals.map(professionalReply)]
}

function make(c: Conversation, move: Move): Conversation {
  switch (move.kind) {
    case 'service':
      return askSite(pick(afresh(c), { service: move.service, professional: null }))
    case 'office':
      return toProfessionals(pick(c, { office: move.office }))
    case 'professional':
      return seekHours(withProfessional(afresh(c), move.professional))
    case 'again':
      return seekHours(c)
    case 'hour':
      return ask(pick(c, { slot: move.slot }), { kind: 'hold', slot_id: move.slot.id })
    case 'patient':
      return forPatient(c, move.id)
    case 'confirm':
      return confirm(c)
    case 'wait':
      return toWaiting(c)
    default:
      return turn(c, move.kind)
  }
}

type Turn = Exclude<
  Move['kind'],
  'service' | 'office' | 'professional' | 'again' | 'hour' | 'patient' | 'confirm' | 'wait'
>

const turns: Readonly<Record<Turn, (c: Conversation) => Conversation>> = {
  otherProfessional: (c) => {
    const free = pick(c, { professional: null })
    return free.choice.service ? toProfessionals(free) : askService(free)
  },
  otherService: (c) => askService(pick(c, { service: null, professional: null, office: officeOf(c.topic) })),
  otherHour: (c) => seekHours(c),
  firstDays: (c) => seekHours(c),
  moreOfList: (c) => say({ ...c, listed: c.listed + 2 * listStep }, 'Aquí tienes más opciones.'),
  moreHours: (c) =>
    say({ ...c, hours: { ...c.hours, all: true } }, 'Estas son todas las horas de esos días.'),
  moreDays,
  decline: (c) => at(say(c, 'De acuerdo. Cuando lo necesites, te ayudo a reservar.'), 'farewell'),
  bookMore: (c) => anew(c, { kind: 'any' }, c.lastDay),
  startAnew: (c) => anew(c, c.topic, c.lastDay),
  retry: (c) => ({ ...c, trouble: null, turn: c.turn + 1 }),
  noneOfThese: (c) => say(c, 'De acuerdo. Elige una opción o escribe otra.'),
}

function turn(c: Conversation, kind: Turn): Conversation {
  return turns[kind](c)
}

/** Whoever wishes for another hour after one was booked begins with nothing chosen. */
function afresh(c: Conversation): Conversation {
  return c.booked ? { ...c, booked: null, choice: { ...noChoice, office: officeOf(c.topic) } } : c
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
  return pick(c, {
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
  return at(say(settle(c), words), 'specialty')
}

function askSite(c: Conversation): Conversation {
  const [only] = c.clinic.offices
  if (c.choice.office !== null) return toProfessionals(c)
  if (only && c.clinic.offices.length === 1) return toProfessionals(pick(c, { office: only.office_id }))
  return at(say(settle(c), '¿En qué sede quieres atenderte?'), 'site')
}

/** Without a further question under way the held hour is given back all the same. */
function settle(c: Conversation): Conversation {
  const release = givingBack(c)
  const free = pick(c, { slot: null, hold: null })
  return release.length > 0 ? ask(free, ...release) : free
}

/** To the choice of a professional; an exam is done by whoever is there. */
function toProfessionals(c: Conversation): Conversation {
  if (c.choice.professional !== null || c.topic.kind === 'services') return seekHours(c)
  return search(c, { kind: 'professionals', of: wanted(c), towards: 'choice' })
}

function seekHours(c: Conversation): Conversation {
  return search(c, { kind: 'professionals', of: wanted(c), towards: 'hours' })
}

function search(c: Conversation, question: Ask): Conversation {
  return ask(pick(c, { slot: null, hold: null }), ...givingBack(c), question)
}

function wanted({ choice: { office, service, professional } }: Conversation): Wanted {
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
    return say({ ...c, hours }, 'Estas son las fechas siguientes:')
  }
  return askHours(c, addDays(c.hours.upTo, 1))
}

function askHours(c: Conversation, from: Day): Conversation {
  return ask(c, { kind: 'hours', of: wanted(c), from })
}

function forPatient(c: Conversation, patientId: number): Conversation {
  const chosen = pick(c, { patientId })
  if (c.step === 'waitFor') return wait(chosen, patientId)
  return c.choice.hold ? check(chosen, c.choice.hold, patientId) : chosen
}

function check(c: Conversation, hold: Hold, patient_id: number): Conversation {
  return ask(c, { kind: 'check', hold_id: hold.hold_id, patient_id })
}

function confirm(c: Conversation): Conversation {
  const { hold, patientId } = c.choice
  if (!hold || patientId === null) return c
  return ask(c, { kind: 'book', hold_id: hold.hold_id, patient_id: patientId })
}

/** For whom, where it is clear: the one whose hour was given up, or oneself where there is nobody else. */
function patientOf(c: Conversation): number | null {
  const [only] = c.clinic.people
  return c.choice.patientId ?? (c.clinic.people.length === 1 && only ? only.id : null)
}

function toWaiting(c: Conversation): Conversation {
  const patient = patientOf(c)
  return patient === null ? at(say(c, '¿Para quién quieres la hora?'), 'waitFor') : wait(c, patient)
}

function wait(c: Conversation, patient_id: number): Conversation {
  const { specialty, ...of } = wanted(c)
  return specialty ? ask(c, { kind: 'wait', draft: { ...of, specialty, patient_id } }) : c
}

// ── What the service answers ─────────────────────────────────────────────────

function hear(c: Conversation, told: Told): Conversation {
  const [under, ...rest] = c.asks
  if (under?.kind !== told.kind) return c
  const heard: Conversation = { ...c, asks: rest, turn: c.turn + 1, trouble: null }
  switch (told.kind) {
    case 'clinic':
      return welcome({ ...heard, clinic: told.clinic })
    case 'professionals':
      return hearProfessionals(heard, told.professionals, under)
    case 'hours':
      return hearHours(heard, told.hours, under)
    case 'hold':
      return hearHold(heard, told.hold)
    case 'check':
      return at(say(heard, summary(heard, told.warning)), 'confirm')
    case 'book':
      return hearBooked({ ...heard, booked: told.hour })
    case 'wait':
      return at(
        say(
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
  const start = pick(c, { office: officeOf(topic) })
  return topic.kind === 'services' && only && clinic.services.length === 1
    ? askSite(pick(start, { service: only }))
    : askService(start)
}

function welcomeAgain(c: Conversation, hour: Appointment): Conversation {
  const { clinic } = c
  const known = clinic.professionals.find(({ rut }) => rut === hour.rut_professional)
  const office = clinic.offices.find(({ name }) => name === hour.place_care)
  const start = pick(c, {
    office: hour.modality === 'telemedicina' ? 'any' : (office?.office_id ?? 'any'),
    professional: known ?? { rut: hour.rut_professional, name: hour.doctor_name },
    service:
      known?.specialties.find(({ code }) => code === hour.cod_specialty) ?? known?.specialties[0] ?? null,
    patientId: clinic.people.some(({ id }) => id === hour.patient_id) ? hour.patient_id : null,
  })
  return at(start, 'again')
}

function hearProfessionals(c: Conversation, found: readonly Professional[], under: Ask): Conversation {
  const free = found.flatMap(({ next_free }) => (next_free === null ? [] : [next_free])).sort()
  const [soonest] = free
  const [only] = found
  if (soonest === undefined || under.kind !== 'professionals') return toNothing(c)
  if (under.towards === 'choice' && found.length > 1)
    return at(say({ ...c, professionals: found }, '¿Con quién quieres atenderte?'), 'professional')
  const chosen = under.towards === 'choice' && only ? withProfessional(c, only) : c
  return askHours({ ...chosen, hours: noHours }, dayOf(new Date(soonest)))
}

function hearHours(c: Conversation, found: readonly Slot[], under: Ask): Conversation {
  if (under.kind !== 'hours') return c
  const upTo = addDays(under.from, windowDays - 1)
  const first = c.hours.found.length === 0
  if (found.length > 0) {
    const hours = { ...noHours, found, upTo, later: !first }
    return at(say({ ...c, hours }, first ? hoursTitle(c) : 'Estas son las fechas siguientes:'), 'hours')
  }
  if (upTo < c.lastDay) return askHours(c, addDays(upTo, 1))
  if (first) return toNothing(c)
  return at(
    say({ ...c, hours: { ...c.hours, upTo, ended: true } }, 'Por ahora no hay fechas más adelante.'),
    'hours',
  )
}

function hoursTitle(c: Conversation): string {
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
  if (professional) return ` con ${professional.name}`
  return service ? ` de ${service.name}` : ''
}

function placeWords(c: Conversation): string {
  const office = officeName(c, c.choice.office)
  return office ? ` en ${office}` : ''
}

function toNothing(c: Conversation): Conversation {
  const call = c.clinic.hasWaitingList ? '' : ' También puedes llamar a la clínica.'
  const words = `Por ahora no hay horas${whatWords(c)}${placeWords(c)}. ¿Qué prefieres?${call}`
  return at(say(c, words), 'nothing')
}

function hearHold(c: Conversation, hold: Hold): Conversation {
  const held = pick(c, { hold })
  const patient = patientOf(held)
  return patient === null
    ? at(say(held, '¿Para quién es la hora?'), 'patient')
    : check(pick(held, { patientId: patient }), hold, patient)
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
      ? 'por telemedicina'
      : `en ${officeName(c, slot.office_id) ?? slot.office_id}`
  const patient = c.clinic.people.find(({ id }) => id === c.choice.patientId)
  const forWhom = patient && patient.id !== c.person.id ? `, para ${patient.name}` : ''
  return `${slot.specialty_name} con ${slot.doctor_name}: ${hourTitle(slot)}, ${place}${forWhom}`
}

function hearBooked(c: Conversation): Conversation {
  const { slot } = c.choice
  const office = c.clinic.offices.find(({ office_id }) => office_id === slot?.office_id)
  const address = slot?.modality === 'presencial' && office ? ` La dirección es ${office.address}.` : ''
  const words = slot ? ` ${slotWords(c, slot)}.` : ''
  return at(
    say(c, `Tu hora quedó reservada.${words}${address} Te enviamos la confirmación por correo electrónico.`),
    'done',
  )
}

// ── What the service refuses ─────────────────────────────────────────────────

/** The state of things, which asking again does not change. */
function isFinal({ status }: Refusal): boolean {
  return status === 400 || status === 404 || status === 409
}

const unreachable = 'No pudimos comunicarnos con la agenda. Vuelve a intentarlo en unos minutos.'

function refuse(c: Conversation, refusal: Refusal): Conversation {
  const [under, ...rest] = c.asks
  if (!under) return c
  // An hour that cannot be given back is given up by itself some minutes later.
  if (under.kind === 'release') return { ...c, asks: rest, turn: c.turn + 1 }
  const answers = isFinal(refusal) ? finals[under.kind] : undefined
  if (!answers) {
    const trouble = refusal.status === 0 || refusal.status >= 500 ? unreachable : withStop(refusal.message)
    return say({ ...c, trouble }, trouble)
  }
  return answers(say({ ...c, asks: rest, turn: c.turn + 1 }, withStop(refusal.message)))
}

const finals: Partial<Record<Ask['kind'], (c: Conversation) => Conversation>> = {
  // The list is read anew, without the hour that somebody else has.
  hold: seekHours,
  check: forAnother,
  book: seekHours,
  wait: (c) => at(c, 'nothing'),
}

/** Not for this patient, or not any more: the hours again, and whom they are for is asked anew where there is a choice. */
function forAnother(c: Conversation): Conversation {
  return seekHours(pick(c, { patientId: null }))
}

function withStop(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}
