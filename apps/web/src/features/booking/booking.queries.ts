/**
 * Queries and calls of the scheduling service: slots, holds, bookings and the waiting list. Their keys begin with
 * `schedulingKey`.
 */

import {
  type BookingCheck,
  type BookingRequest,
  bookingEndpoints,
} from '@mi-portal/contract/booking/bookings'
import { type OfficeCode, serviceEndpoints } from '@mi-portal/contract/booking/services'
import { type Hold, type Slot, slotEndpoints } from '@mi-portal/contract/booking/slots'
import { type WaitingDraft, waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { addDays, type Day } from '@mi-portal/contract/values/dates'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { today } from '../../lib/dates.ts'
import { describeOwnMail } from '../../lib/notified.ts'
import { appointmentsFallback } from '../appointments/appointments.queries.ts'
import { callScheduling } from './scheduling.queries.ts'

export const bookingFallback = 'No ha sido posible reservar la hora'
export const holdFallback = 'No ha sido posible guardar la hora'
export const professionalsFallback = 'Error server al obtener los profesionales'
export const slotsFallback = 'Error server al obtener las horas disponibles'

export type Modality = Slot['modality']

/** Search criteria for slots; at least one of specialty, exam, procedure and professional is needed. */
export interface SlotSearch {
  office_id?: OfficeCode
  /** One specialty code, or several separated by commas. */
  specialty?: string
  exam_id?: number
  procedure?: string
  /** The professional's RUT without dots or dash. */
  rut_professional?: string
  modality?: Modality
  /** Whom the exam or procedure is for; one that is not for this age has no slots. */
  patient_id?: number
}

/** Prefix of the query keys of everything that the scheduling service answers. */
export const schedulingKey = ['scheduling'] as const
/** Prefix of the keys of free slots: a booking, a hold or a released slot makes them stale. */
export const freeSlotsKey = [...schedulingKey, 'free'] as const

/** Number of days that one request for slots covers. */
export const windowDays = 14
/** Number of days from today in which appointments can be booked. */
const horizonDays = 75

export const lastDay = (): Day => addDays(today(), horizonDays)

const fallback = slotsFallback

export const officesQuery = queryOptions({
  queryKey: [...schedulingKey, 'offices'],
  queryFn: async ({ signal }) =>
    (
      await callScheduling(
        serviceEndpoints.offices,
        {},
        { signal, fallback: 'Error server al obtener las sedes' },
      )
    ).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Lists the sites that attend the searched specialty, exam or procedure; all sites when none is given. */
export function attendingOfficesQuery({ specialty, exam_id, procedure }: SlotSearch) {
  const query = { specialty, exam_id, procedure }
  return queryOptions({
    queryKey: [...officesQuery.queryKey, query],
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          serviceEndpoints.offices,
          { query },
          { signal, fallback: 'Error server al obtener las sedes' },
        )
      ).data,
    staleTime: 5 * 60_000,
  })
}

/** Lists the specialties of a site by name, or the specialties of the given codes in the order of the codes. */
export function specialtiesQuery(query: {
  office_id?: OfficeCode
  spec_id?: string
  modality?: Modality
  /** Whom the appointment is for; services for other ages are left out. */
  patient_id?: number
}) {
  return queryOptions({
    queryKey: [...schedulingKey, 'specialties', query],
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          serviceEndpoints.specialties,
          { query },
          { signal, fallback: 'Error server al obtener las especialidades' },
        )
      ).data,
    staleTime: 5 * 60_000,
  })
}

/** Lists the professionals, the one with the soonest free slot first. */
export function professionalsQuery(
  query: Pick<SlotSearch, 'office_id' | 'specialty' | 'rut_professional' | 'modality'>,
) {
  return queryOptions({
    queryKey: [...freeSlotsKey, 'professionals', query],
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          serviceEndpoints.professionals,
          { query },
          { signal, fallback: professionalsFallback },
        )
      ).data,
  })
}

/** Lists the free slots of the fourteen days that start at `from`, soonest first. */
export function slotsQuery(search: SlotSearch, from: Day) {
  return queryOptions({
    queryKey: [...freeSlotsKey, 'slots', search, from],
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          slotEndpoints.slots,
          { query: { ...search, from, to: addDays(from, windowDays - 1) } },
          { signal, fallback },
        )
      ).data,
  })
}

/**
 * Lists the times at which the caller and the people they may book for already have an appointment, in the fourteen
 * days that start at `from`.
 */
export function busyTimesQuery(from: Day) {
  return queryOptions({
    queryKey: [...freeSlotsKey, 'busy', from],
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          bookingEndpoints.busyTimes,
          { query: { from, to: addDays(from, windowDays - 1) } },
          { signal, fallback: appointmentsFallback },
        )
      ).data,
  })
}

/** Finds the soonest free slot, or null when no slot is free within the booking horizon. */
export function soonestSlotQuery(search: SlotSearch) {
  return queryOptions({
    queryKey: [...freeSlotsKey, 'soonest', search],
    queryFn: async ({ client }): Promise<Slot | null> => {
      for (let from = today(); from <= lastDay(); from = addDays(from, windowDays)) {
        const [first] = await client.fetchQuery(slotsQuery(search, from))
        if (first) return first
      }
      return null
    },
  })
}

/**
 * Holds a free slot for five minutes. A repeated call returns the same hold. Rejects with 409 when another patient
 * has taken the slot.
 */
export async function holdSlot(slot_id: number): Promise<Hold> {
  const { data } = await callScheduling(slotEndpoints.hold, { body: { slot_id } }, { fallback: holdFallback })
  return data
}

/** Returns whether another patient has taken the slot, so that the list of free slots is outdated. */
export function isSlotTaken(error: unknown): boolean {
  return error instanceof CallError && (error.status === 409 || error.status === 404)
}

export function useHoldSlot() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (slot: Slot) => holdSlot(slot.id),
    onError: (error) => {
      if (isSlotTaken(error)) return client.invalidateQueries({ queryKey: freeSlotsKey })
    },
  })
}

/** Releases a hold; releasing the hold of a waiting-list offer declines the offer. */
export function releaseHold(hold_id: number) {
  return callScheduling(
    slotEndpoints.release,
    { params: { hold_id } },
    { fallback: 'No ha sido posible liberar la hora' },
  )
}

/** Declines an offer. One that has expired, or was declined in another window, leaves the list too. */
export function useDeclineOffer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: releaseHold,
    onSettled: () => client.invalidateQueries({ queryKey: schedulingKey }),
  })
}

/**
 * Returns the warning to show before the held slot is booked for a patient. Rejects with the error that booking it
 * would give.
 */
export function bookingCheckQuery(hold_id: number, request: BookingCheck) {
  return queryOptions({
    queryKey: [...schedulingKey, 'outlook', hold_id, request],
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          bookingEndpoints.check,
          { params: { hold_id }, body: request },
          { signal, fallback: 'No ha sido posible revisar la hora' },
        )
      ).data,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Books a held slot, or moves an existing appointment to it. A repeated request with the same idempotency key books
 * only once.
 */
export function useBookHeldSlot(key: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: BookingRequest) => bookHeldSlot(request, key),
    onSuccess: ({ id_appointment, mail }) => {
      client.setQueryData(confirmationMailKey(id_appointment), mail)
      void client.invalidateQueries({ queryKey: ['record'] })
    },
  })
}

export async function bookHeldSlot(request: BookingRequest, key: string) {
  const { data, ...answer } = await callScheduling(
    bookingEndpoints.book,
    { body: request },
    { headers: { 'idempotency-key': key }, fallback: bookingFallback },
  )
  return { ...data, mail: describeOwnMail(answer) }
}

/** Stores what the answer of a booking says about the mail to the caller, for the page that confirms the booking. */
export const confirmationMailKey = (appointmentId: number) => ['confirmation-mail', appointmentId] as const

/** Creates a random idempotency key for one booking, to be reused when the booking is sent again. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Slots that were released and are held for the caller, who is on the waiting list for them. */
export const offersQuery = queryOptions({
  queryKey: [...schedulingKey, 'offers'],
  queryFn: async ({ signal }) =>
    (
      await callScheduling(
        waitingEndpoints.offers,
        {},
        { signal, fallback: 'Error server al obtener las horas ofrecidas' },
      )
    ).data,
})

/** The caller's waiting-list entries. */
export const waitingQuery = queryOptions({
  queryKey: [...schedulingKey, 'waiting'],
  queryFn: async ({ signal }) =>
    (
      await callScheduling(
        waitingEndpoints.waiting,
        {},
        { signal, fallback: 'Error server al obtener la lista de espera' },
      )
    ).data,
})

/**
 * Returns whether the scheduling system has no waiting list. External systems may lack one: then it is not offered,
 * and no error is shown.
 */
export function isWaitingListUnsupported(error: unknown): boolean {
  return error instanceof CallError && error.status === 409
}

export async function joinWaitingList(wish: WaitingDraft) {
  const { data } = await callScheduling(
    waitingEndpoints.wait,
    { body: wish },
    { fallback: 'No ha sido posible anotarte en la lista de espera' },
  )
  return data
}

export function useJoinWaitingList() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: joinWaitingList,
    onSuccess: () => client.invalidateQueries({ queryKey: waitingQuery.queryKey }),
  })
}

export function useLeaveWaitingList() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      callScheduling(
        waitingEndpoints.stopWaiting,
        { params: { id } },
        { fallback: 'No ha sido posible dejar de esperar la hora' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: waitingQuery.queryKey }),
  })
}
