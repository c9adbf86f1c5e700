/** The state of the conversation, and a table of the replies offered at each step. Pure. */
import { type Appointment, modalityNames } from '@mi-portal/contract/appointments'
import type { Office, OfficeCode, Service, serviceEndpoints } from '@mi-portal/contract/booking/services'
import type { Hold, Slot } from '@mi-portal/contract/booking/slots'
import type { WaitingDraft } from '@mi-portal/contract/booking/waiting-list'
import type { Reply as ReplyOf } from '@mi-portal/contract/endpoint'
import { type Day, santiago, showDay } from '@mi-portal/contract/values/dates'
import { dayOfSlot, groupByDay, timeOf } from '../slots/free-hours.rules.ts'
import { dayTitle, hourTitle } from './conversation.rules.ts'

export type Professional = ReplyOf<typeof serviceEndpoints.professionals>['data'][number]

/** What the person wants to book. */
export type Topic =
  | { readonly kind: 'any' }
  /** One of these services at that site, as the laboratory's exams. */
  | { readonly kind: 'services'; readonly codes: readonly string[]; readonly office: OfficeCode }
  /** An appointment was cancelled: another one with the same professional is offered. */
  | { readonly kind: 'again'; readonly hour: Appointment }

/** A person for whom appointments can be booked. */
interface BookablePerson {
  readonly id: number
  readonly name: string
}

/** Data of the clinic that is loaded at the beginning. */
export interface Clinic {
  readonly offices: readonly Office[]
  readonly services: readonly Service[]
  readonly professionals: readonly Professional[]
  /** The user comes first. */
  readonly people: readonly BookablePerson[]
  /** Whether the scheduling system has a waiting list. */
  readonly hasWaitingList: boolean
}

export interface SlotCriteria {
  readonly office_id?: OfficeCode
  readonly specialty?: string
  readonly rut_professional?: string
}

/** A request to the scheduling service. */
export type ServiceRequest =
  | { readonly kind: 'clinic'; readonly codes: readonly string[] | null }
  | { readonly kind: 'professionals'; readonly of: SlotCriteria; readonly towards: 'choice' | 'hours' }
  | { readonly kind: 'hours'; readonly of: SlotCriteria; readonly from: Day }
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
  /** The last day on which appointments can be booked. */
  readonly lastDay: Day
  readonly step: Step
  readonly lines: readonly Line[]
  /** Requests to send one after the other; the first one is in progress. */
  readonly asks: readonly ServiceRequest[]
  /** Increases with each request, so that a late answer is recognized. */
  readonly turn: number
  /** Why the current request failed; null while it has not. */
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
  /** The professionals to choose from, the one with the soonest free slot first. */
  readonly professionals: readonly Professional[]
  readonly hours: {
    readonly found: readonly Slot[]
    /** The last day that was searched. */
    readonly upTo: Day
    /** Index of the first day on screen among the found days. */
    readonly firstDay: number
    /** Whether all slots of the days on screen are shown. */
    readonly all: boolean
    /** Whether the person has moved past the first days. */
    readonly later: boolean
    /** Whether no slots exist after these. */
    readonly ended: boolean
  }
  /** How many entries of a long list are shown. */
  readonly listed: number
  /** Replies that typed words may have meant. */
  readonly meant: readonly Reply[]
  readonly booked: Appointment | null
}

/** The effect of a reply. */
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
  /** The text of the reply in the conversation, as said by the person. */
  readonly name: string
  /** A shorter text for the button, and the text that screen readers read before it. */
  readonly short?: { readonly before: string; readonly text: string }
  readonly hint?: string
  /** Marks the main reply, which most people choose. */
  readonly main?: true
  readonly move: Move
}

/** Slots offered under their day. */
interface DayReplies {
  readonly title: string
  readonly replies: readonly Reply[]
}

export const listStep = 6
const maxDays = 3
const maxSlotsPerDay = 6

export function officeName(c: Conversation, code: OfficeCode | 'any' | null): string | null {
  return c.clinic.offices.find(({ office_id }) => office_id === code)?.name ?? null
}

const startOver: Reply = { name: 'Empezar de nuevo', move: { kind: 'startAnew' } }
const bookMore: Reply = { name: 'Reservar otra hora', move: { kind: 'bookMore' } }
const otherProfessional: Reply = { name: 'Otro profesional', move: { kind: 'otherProfessional' } }

function limitList(c: Conversation, replies: readonly Reply[], more: string): readonly Reply[] {
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

function slotReply(c: Conversation, slot: Slot): Reply {
  const isVideo = slot.modality === 'telemedicina'
  const site = c.choice.office === 'any' ? officeName(c, slot.office_id) : null
  const place = isVideo ? 'por video' : site
  return {
    name: place ? `${hourTitle(slot)}, ${place}` : hourTitle(slot),
    short: { before: `${dayTitle(dayOfSlot(slot))},`, text: timeOf(slot) },
    hint: isVideo ? modalityNames.telemedicina : [modalityNames.presencial, site].filter(Boolean).join(', '),
    move: { kind: 'hour', slot },
  }
}

/** Returns the slots on screen, grouped by day. */
export function shownDaysOf(c: Conversation): readonly DayReplies[] {
  if (c.step !== 'hours' || c.meant.length > 0 || c.asks.length > 0) return []
  return daysOnScreen(c).map(([day, hours]) => ({
    title: dayTitle(day),
    replies: (c.hours.all ? hours : hours.slice(0, maxSlotsPerDay)).map((slot) => slotReply(c, slot)),
  }))
}

function daysOnScreen(c: Conversation) {
  return [...groupByDay(c.hours.found)].slice(c.hours.firstDay, c.hours.firstDay + maxDays)
}

/** Returns the index of the first found day after those on screen, or null if none follows. */
export function nextDay(c: Conversation): number | null {
  const next = c.hours.firstDay + maxDays
  return next < groupByDay(c.hours.found).size ? next : null
}

function patientReplies(c: Conversation): readonly Reply[] {
  return c.clinic.people.map(({ id, name }) => ({
    name: id === c.person.id ? 'Para mí' : `Para ${name}`,
    move: { kind: 'patient', id },
  }))
}

const repliesByStep: Readonly<Record<Step, (c: Conversation) => readonly Reply[]>> = {
  greeting: () => [],
  again: () => [
    { name: 'Sí, otra fecha', move: { kind: 'again' } },
    otherProfessional,
    { name: 'No, gracias', move: { kind: 'decline' } },
  ],
  specialty: (c) => limitList(c, c.clinic.services.map(serviceReply), 'Ver más opciones'),
  site: (c) => [
    ...c.clinic.offices.map(
      ({ office_id, name }): Reply => ({ name, move: { kind: 'office', office: office_id } }),
    ),
    { name: 'Cualquier sede', move: { kind: 'office', office: 'any' } },
  ],
  professional: (c) => [
    { name: 'La hora más próxima', move: { kind: 'professional', professional: null } },
    ...limitList(c, c.professionals.map(professionalReply), 'Ver más profesionales'),
  ],
  hours: (c) => {
    const { all, later, ended } = c.hours
    const replies: Reply[] = []
    if (!all && daysOnScreen(c).some(([, hours]) => hours.length > maxSlotsPerDay))
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
  patient: patientReplies,
  waitFor: patientReplies,
  confirm: () => [
    { name: 'Confirmar hora', main: true, move: { kind: 'confirm' } },
    { name: 'Elegir otra hora', move: { kind: 'otherHour' } },
  ],
  waiting: () => [bookMore],
  done: () => [bookMore],
  farewell: () => [bookMore],
}

/** Returns the replies offered now, without the slots of {@link shownDaysOf}; none while a request is in progress. */
export function repliesOf(c: Conversation): readonly Reply[] {
  if (c.trouble !== null) return [{ name: 'Reintentar', move: { kind: 'retry' } }, startOver]
  if (c.asks.length > 0) return []
  if (c.meant.length > 0) return [...c.meant, { name: 'Ninguna de estas', move: { kind: 'noneOfThese' } }]
  return repliesByStep[c.step](c)
}
