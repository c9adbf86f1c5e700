/** The state of the conversation: what was said and chosen, and which requests are under way. Pure. */

import type { Appointment } from '@mi-portal/contract/appointments/appointments'
import type { Office, OfficeCode, Service, serviceEndpoints } from '@mi-portal/contract/booking/services'
import type { Hold, Slot } from '@mi-portal/contract/booking/slots'
import type { WaitingDraft } from '@mi-portal/contract/booking/waiting-list'
import type { Reply as ReplyOf } from '@mi-portal/contract/calls/endpoint'
import type { Day } from '@mi-portal/contract/values/dates'
import { withArticle } from '../../../people/people.rules.ts'
import { describeSameProfessional } from './conversation.rules.ts'

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

export type Professional = ReplyOf<typeof serviceEndpoints.professionals>['data'][number]

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
  | { readonly kind: 'professionals'; readonly of: SlotCriteria; readonly towards: 'choice' | 'slots' }
  | { readonly kind: 'slots'; readonly of: SlotCriteria; readonly from: Day }
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
  | 'slots'
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
  | { readonly kind: 'moreOfList' | 'moreSlots' | 'moreDays' | 'firstDays' }
  | { readonly kind: 'wait' | 'confirm' | 'otherSlot' | 'bookMore' }
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
  readonly errorMessage: string | null
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
  readonly slots: {
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

export const listStep = 6

const emptyClinic: Clinic = {
  offices: [],
  services: [],
  professionals: [],
  people: [],
  hasWaitingList: false,
}

export const noSlots = { found: [], upTo: '', firstDay: 0, all: false, later: false, ended: false } as const

export const emptyChoice = {
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
    errorMessage: null,
    clinic: emptyClinic,
    choice: emptyChoice,
    professionals: [],
    slots: noSlots,
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
  const appointmentText = hour.patient_id === id ? 'tu hora' : 'la hora'
  return `Hola, ${first_name}. Cancelaste ${appointmentText} con ${withArticle(hour.doctor_name)}. ¿Quieres reservar otra ${describeSameProfessional(hour.doctor_name)}?`
}

export function addLine(
  state: Conversation,
  text: string,
  who: 'clinic' | 'person' = 'clinic',
): Conversation {
  return { ...state, lines: [...state.lines, { id: state.lines.length, who, text }] }
}

export function withRequests(state: Conversation, ...asks: ServiceRequest[]): Conversation {
  return { ...state, asks, turn: state.turn + 1, errorMessage: null }
}

export function withStep(state: Conversation, step: Step): Conversation {
  return { ...state, step, listed: listStep }
}

export function withChoice(state: Conversation, choice: Partial<Conversation['choice']>): Conversation {
  return { ...state, choice: { ...state.choice, ...choice } }
}

export function getTopicOffice(topic: Topic): Conversation['choice']['office'] {
  return topic.kind === 'services' ? topic.office : null
}

export function officeName(state: Conversation, code: OfficeCode | 'any' | null): string | null {
  return state.clinic.offices.find(({ office_id }) => office_id === code)?.name ?? null
}

export function releaseRequests({ choice: { hold }, booked }: Conversation): ServiceRequest[] {
  return hold && !booked ? [{ kind: 'release', hold_id: hold.hold_id }] : []
}
