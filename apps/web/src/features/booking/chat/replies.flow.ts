/** Where the conversation stands, and as a table what may be answered at each step. Pure. */
import type { Appointment } from '@mi-portal/contract/appointments'
import type {
  bookingEndpoints,
  Hold,
  Office,
  OfficeCode,
  Service,
  Slot,
  WaitingDraft,
} from '@mi-portal/contract/booking'
import type { Reply as ReplyOf } from '@mi-portal/contract/endpoint'
import { type Day, santiago, showDay } from '@mi-portal/contract/values/dates'
import { byDay, dayOfSlot, timeOf } from '../slots/free-hours.rules.ts'
import { dayTitle, hourTitle } from './conversation.rules.ts'

export type Professional = ReplyOf<typeof bookingEndpoints.professionals>['data'][number]

/** What the person comes for. */
export type Topic =
  | { readonly kind: 'any' }
  /** One of these, at that site: the laboratory's. */
  | { readonly kind: 'services'; readonly codes: readonly string[]; readonly office: OfficeCode }
  /** An hour was given up: another one with the same professional. */
  | { readonly kind: 'again'; readonly hour: Appointment }

/** Somebody for whom hours may be booked. */
interface Bookable {
  readonly id: number
  readonly name: string
}

/** What is known from the first moment. */
export interface Clinic {
  readonly offices: readonly Office[]
  readonly services: readonly Service[]
  readonly professionals: readonly Professional[]
  /** The person who talks comes first. */
  readonly people: readonly Bookable[]
  /** Whether one may wait for a freed hour. */
  readonly hasWaitingList: boolean
}

export interface Wanted {
  readonly office_id?: OfficeCode
  readonly specialty?: string
  readonly rut_professional?: string
}

/** What the service is to be asked. */
export type Ask =
  | { readonly kind: 'clinic'; readonly codes: readonly string[] | null }
  | { readonly kind: 'professionals'; readonly of: Wanted; readonly towards: 'choice' | 'hours' }
  | { readonly kind: 'hours'; readonly of: Wanted; readonly from: Day }
  | { readonly kind: 'hold'; readonly slot_id: number }
  | { readonly kind: 'release'; readonly hold_id: number }
  | { readonly kind: 'check'; readonly hold_id: number; readonly patient_id: number }
  | { readonly kind: 'book'; readonly hold_id: number; readonly patient_id: number }
  | { readonly kind: 'wait'; readonly draft: WaitingDraft }

export type Step =
  | 'greeting'
  | 'again'
  | 'specialty'
  | 'site'
  | 'professional'
  | 'hours'
  | 'nothing'
  | 'patient'
  | 'confirm'
  | 'waitFor'
  | 'waiting'
  | 'done'
  | 'farewell'

interface Line {
  readonly id: number
  readonly who: 'clinic' | 'person'
  readonly text: string
}

export interface Conversation {
  readonly topic: Topic
  readonly person: { readonly id: number; readonly first_name: string }
  /** The last day on which there may be hours. */
  readonly lastDay: Day
  readonly step: Step
  readonly lines: readonly Line[]
  /** What the service is asked, one after the other; the first is under way. */
  readonly asks: readonly Ask[]
  /** Grows with each question under way, so that a late answer is known. */
  readonly turn: number
  /** Why the question under way brought no answer. */
  readonly trouble: string | null
  readonly clinic: Clinic
  readonly choice: {
    readonly service: Service | null
    readonly office: OfficeCode | 'any' | null
    readonly professional: Pick<Professional, 'rut' | 'name'> | null
    readonly slot: Slot | null
    readonly hold: Hold | null
    readonly patientId: number | null
  }
  /** Who may be chosen, whoever is free soonest first. */
  readonly professionals: readonly Professional[]
  readonly hours: {
    readonly found: readonly Slot[]
    /** The last day that was looked at. */
    readonly upTo: Day
    /** The first of the days on screen. */
    readonly firstDay: number
    /** Whether every hour of the days on screen is. */
    readonly all: boolean
    /** Whether earlier days were left behind. */
    readonly later: boolean
    /** Whether there are none after these. */
    readonly ended: boolean
  }
  /** How many entries of a long list are on screen. */
  readonly listed: number
  /** What typed words may have meant. */
  readonly meant: readonly Reply[]
  readonly booked: Appointment | null
}

/** What a reply does. */
export type Move =
  | {
      readonly kind:
        | 'again'
        | 'otherProfessional'
        | 'otherService'
        | 'decline'
        | 'startAnew'
        | 'retry'
        | 'noneOfThese'
    }
  | { readonly kind: 'moreOfList' | 'moreHours' | 'moreDays' | 'firstDays' }
  | { readonly kind: 'wait' | 'confirm' | 'otherHour' | 'bookMore' }
  | { readonly kind: 'service'; readonly service: Service }
  | { readonly kind: 'office'; readonly office: OfficeCode | 'any' }
  | { readonly kind: 'professional'; readonly professional: Pick<Professional, 'rut' | 'name'> | null }
  | { readonly kind: 'hour'; readonly slot: Slot }
  | { readonly kind: 'patient'; readonly id: number }

export interface Reply {
  /** What the person says with it. */
  readonly name: string
  /** What the button shows where that is shorter, and what who hears it is told before that. */
  readonly short?: { readonly before: string; readonly text: string }
  readonly hint?: string
  /** What most people will choose. */
  readonly main?: true
  readonly move: Move
}

/** Hours offered under their day. */
interface DayReplies {
  readonly title: string
  readonly replies: readonly Reply[]
}

export const listStep = 6
const daysShown = 3
const hoursShown = 6

export function officeName(c: Conversation, code: OfficeCode | 'any' | null): string | null {
  return c.clinic.offices.find(({ office_id }) => office_id === code)?.name ?? null
}

const anew: Reply = { name: 'Empezar de nuevo', move: { kind: 'startAnew' } }
const bookMore: Reply = { name: 'Reservar otra hora', move: { kind: 'bookMore' } }
const otherProfessional: Reply = { name: 'Otro profesional', move: { kind: 'otherProfessional' } }

function listed(c: Conversation, replies: readonly Reply[], more: string): readonly Reply[] {
  if (replies.length <= c.listed) return replies
  return [...replies.slice(0, c.listed), { name: more, move: { kind: 'moreOfList' } }]
}

export function serviceReply(service: Service): Reply {
  return { name: service.name, move: { kind: 'service', service } }
}

export function professionalReply(professional: Professional): Reply {
  const { rut, name, next_free } = professional
  const hint = next_free ? `Desde el ${showDay(santiago(new Date(next_free)).day)}` : 'Sin horas por ahora'
  return { name, hint, move: { kind: 'professional', professional: { rut, name } } }
}

function hourReply(c: Conversation, slot: Slot): Reply {
  const isVideo = slot.modality === 'telemedicina'
  const site = c.choice.office === 'any' ? officeName(c, slot.office_id) : null
  const place = isVideo ? 'por telemedicina' : site
  return {
    name: place ? `${hourTitle(slot)}, ${place}` : hourTitle(slot),
    short: { before: `${dayTitle(dayOfSlot(slot))},`, text: timeOf(slot) },
    hint: isVideo ? 'Telemedicina' : (site ?? undefined),
    move: { kind: 'hour', slot },
  }
}

/** The hours on screen, by day. */
export function daysOf(c: Conversation): readonly DayReplies[] {
  if (c.step !== 'hours' || c.meant.length > 0 || c.asks.length > 0) return []
  return pageOf(c).map(([day, hours]) => ({
    title: dayTitle(day),
    replies: (c.hours.all ? hours : hours.slice(0, hoursShown)).map((slot) => hourReply(c, slot)),
  }))
}

function pageOf(c: Conversation) {
  return [...byDay(c.hours.found)].slice(c.hours.firstDay, c.hours.firstDay + daysShown)
}

/** The first day after those on screen among the found ones, or null. */
export function nextDay(c: Conversation): number | null {
  const next = c.hours.firstDay + daysShown
  return next < byDay(c.hours.found).size ? next : null
}

function people(c: Conversation): readonly Reply[] {
  return c.clinic.people.map(({ id, name }) => ({
    name: id === c.person.id ? 'Para mí' : `Para ${name}`,
    move: { kind: 'patient', id },
  }))
}

const offers: Readonly<Record<Step, (c: Conversation) => readonly Reply[]>> = {
  greeting: () => [],
  again: () => [
    { name: 'Sí, otra fecha', move: { kind: 'again' } },
    otherProfessional,
    { name: 'No, gracias', move: { kind: 'decline' } },
  ],
  specialty: (c) => listed(c, c.clinic.services.map(serviceReply), 'Ver más opciones'),
  site: (c) => [
    ...c.clinic.offices.map(
      ({ office_id, name }): Reply => ({ name, move: { kind: 'office', office: office_id } }),
    ),
    { name: 'Cualquier sede', move: { kind: 'office', office: 'any' } },
  ],
  professional: (c) => [
    { name: 'La hora más próxima', move: { kind: 'professional', professional: null } },
    ...listed(c, c.professionals.map(professionalReply), 'Ver más profesionales'),
  ],
  hours: (c) => {
    const { all, later, ended } = c.hours
    const replies: Reply[] = []
    if (!all && pageOf(c).some(([, hours]) => hours.length > hoursShown))
      replies.push({ name: 'Ver más horas', move: { kind: 'moreHours' } })
    if (!ended || nextDay(c) !== null) replies.push({ name: 'Ver más fechas', move: { kind: 'moreDays' } })
    if (later) replies.push({ name: 'Volver a las primeras fechas', move: { kind: 'firstDays' } })
    if (c.topic.kind !== 'services') replies.push(otherProfessional)
    return replies
  },
  nothing: (c) => {
    const { office, professional, service } = c.choice
    const replies: Reply[] = c.clinic.offices
      .filter(({ office_id }) => office !== 'any' && office !== null && office_id !== office)
      .map(({ office_id, name }) => ({ name: `Ver en ${name}`, move: { kind: 'office', office: office_id } }))
    if (professional && service) replies.push(otherProfessional)
    if (service && c.clinic.hasWaitingList) replies.push({ name: 'Avísame', move: { kind: 'wait' } })
    replies.push({
      name: c.topic.kind === 'services' ? 'Otro examen' : 'Otra especialidad',
      move: { kind: 'otherService' },
    })
    return replies
  },
  patient: people,
  waitFor: people,
  confirm: () => [
    { name: 'Confirmar hora', main: true, move: { kind: 'confirm' } },
    { name: 'Elegir otra hora', move: { kind: 'otherHour' } },
  ],
  waiting: () => [bookMore],
  done: () => [bookMore],
  farewell: () => [bookMore],
}

/** Everything that may be answered now but the hours of {@link daysOf}; nothing while the service is asked. */
export function repliesOf(c: Conversation): readonly Reply[] {
  if (c.trouble !== null) return [{ name: 'Reintentar', move: { kind: 'retry' } }, anew]
  if (c.asks.length > 0) return []
  if (c.meant.length > 0) return [...c.meant, { name: 'Ninguna de estas', move: { kind: 'noneOfThese' } }]
  return offers[c.step](c)
}
