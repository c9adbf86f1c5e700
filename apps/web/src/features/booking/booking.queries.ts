/** What can be booked, keeping an hour and taking it. Everything the scheduling service tells is kept under `agendaKey`. */
import {
  type BookingCheck,
  type BookingRequest,
  bookingEndpoints,
  type Hold,
  type OfficeCode,
  type Slot,
  type WaitingDraft,
  waitingEndpoints,
} from '@mi-portal/contract/booking'
import { Failure } from '@mi-portal/contract/failure'
import { addDays, type Day, dayOf } from '@mi-portal/contract/values/dates'
import { queryOptions } from '@tanstack/react-query'
import { now } from '../../lib/dates.ts'
import { callAgenda } from './agenda.queries.ts'

export type Modality = Slot['modality']

/** What hours are looked for; at least one of specialty, exam, procedure and professional. */
export interface SlotSearch {
  office_id?: OfficeCode
  /** A code, or several separated by commas. */
  specialty?: string
  exam_id?: number
  procedure?: string
  /** Without dots or dash. */
  rut_professional?: string
  modality?: Modality
}

/** The prefix of all that the scheduling service tells. */
export const agendaKey = ['agenda'] as const
/** The prefix of the free hours: what a booking, a hold or a taken hour makes untrue. */
export const freeKey = [...agendaKey, 'free'] as const

/** Days that one question for free hours covers. */
export const windowDays = 14
/** Days ahead in which hours can be booked. */
const horizonDays = 75

export const today = (): Day => dayOf(now())
export const lastDay = (): Day => addDays(today(), horizonDays)

const fallback = 'Error server al obtener las horas disponibles'

export const officesQuery = queryOptions({
  queryKey: [...agendaKey, 'offices'],
  queryFn: async ({ signal }) =>
    (
      await callAgenda(
        bookingEndpoints.offices,
        {},
        { signal, fallback: 'Error server al obtener las sedes' },
      )
    ).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** What may be consulted at a site, by name; or what the codes stand for, in their order. */
export function specialtiesQuery(query: { office_id?: OfficeCode; spec_id?: string; modality?: Modality }) {
  return queryOptions({
    queryKey: [...agendaKey, 'specialties', query],
    queryFn: async ({ signal }) =>
      (
        await callAgenda(
          bookingEndpoints.specialties,
          { query },
          { signal, fallback: 'Error server al obtener las especialidades' },
        )
      ).data,
    staleTime: 5 * 60_000,
  })
}

/** Who attends, whoever is free soonest first. */
export function professionalsQuery(
  query: Pick<SlotSearch, 'office_id' | 'specialty' | 'rut_professional' | 'modality'>,
) {
  return queryOptions({
    queryKey: [...freeKey, 'professionals', query],
    queryFn: async ({ signal }) =>
      (
        await callAgenda(
          bookingEndpoints.professionals,
          { query },
          { signal, fallback: 'Error server al obtener los profesionales' },
        )
      ).data,
  })
}

/** The free hours of the fourteen days from that one, soonest first. */
export function slotsQuery(search: SlotSearch, from: Day) {
  return queryOptions({
    queryKey: [...freeKey, 'slots', search, from],
    queryFn: async ({ signal }) =>
      (
        await callAgenda(
          bookingEndpoints.slots,
          { query: { ...search, from, to: addDays(from, windowDays - 1) } },
          { signal, fallback },
        )
      ).data,
  })
}

/** The next free hour there is, or null where none is in sight. */
export function soonestQuery(search: SlotSearch) {
  return queryOptions({
    queryKey: [...freeKey, 'soonest', search],
    queryFn: async ({ client }): Promise<Slot | null> => {
      for (let from = today(); from <= lastDay(); from = addDays(from, windowDays)) {
        const [first] = await client.fetchQuery(slotsQuery(search, from))
        if (first) return first
      }
      return null
    },
  })
}

/** Keeps a free hour for five minutes; asked again it is the same hold. Rejects with 409 where somebody was faster. */
export async function holdSlot(slot_id: number): Promise<Hold> {
  const { data } = await callAgenda(
    bookingEndpoints.hold,
    { body: { slot_id } },
    { fallback: 'No ha sido posible guardar la hora' },
  )
  return data
}

/** Gives a hold back; an offer is declined with it. */
export function releaseHold(hold_id: number) {
  return callAgenda(
    bookingEndpoints.release,
    { params: { hold_id } },
    { fallback: 'No ha sido posible liberar la hora' },
  )
}

/** What to consider before that hour is booked for that patient; rejects as booking it would. */
export function outlookQuery(hold_id: number, asked: BookingCheck) {
  return queryOptions({
    queryKey: [...agendaKey, 'outlook', hold_id, asked],
    queryFn: async ({ signal }) =>
      (
        await callAgenda(
          bookingEndpoints.check,
          { params: { hold_id }, body: asked },
          { signal, fallback: 'No ha sido posible revisar la hora' },
        )
      ).data,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Books a held hour, or moves another to it. Sent again under the same key it is booked once all the same. */
export async function bookHold(request: BookingRequest, key: string) {
  const { data } = await callAgenda(
    bookingEndpoints.book,
    { body: request },
    { headers: { 'idempotency-key': key }, fallback: 'No ha sido posible reservar la hora' },
  )
  return data
}

/** A name for one booking, however often it is sent. */
export function bookingKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Hours that were freed and are kept for the caller, who waits for such ones. */
export const offersQuery = queryOptions({
  queryKey: [...agendaKey, 'offers'],
  queryFn: async ({ signal }) =>
    (
      await callAgenda(
        waitingEndpoints.offers,
        {},
        { signal, fallback: 'Error server al obtener las horas ofrecidas' },
      )
    ).data,
})

/** What the caller waits for. */
export const waitingQuery = queryOptions({
  queryKey: [...agendaKey, 'waiting'],
  queryFn: async ({ signal }) =>
    (
      await callAgenda(
        waitingEndpoints.waiting,
        {},
        { signal, fallback: 'Error server al obtener la lista de espera' },
      )
    ).data,
})

/** The outside service that keeps the calendars has no such list: it is not offered, and is no fault. */
export function isWithoutWaitingList(error: unknown): boolean {
  return error instanceof Failure && error.status === 409
}

export async function waitFor(wish: WaitingDraft) {
  const { data } = await callAgenda(
    waitingEndpoints.wait,
    { body: wish },
    { fallback: 'No ha sido posible anotarte en la lista de espera' },
  )
  return data
}

export function stopWaiting(id: number) {
  return callAgenda(
    waitingEndpoints.stopWaiting,
    { params: { id } },
    { fallback: 'No ha sido posible dejar de esperar la hora' },
  )
}
