/** Books for a patient, by the calls of patients with a token for that patient. */
import { type BookingRequest, bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { type Slot, slotEndpoints } from '@mi-portal/contract/booking/slots'
import { type BookableItem, frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { addDays } from '@mi-portal/contract/values/dates'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { today } from '../../../lib/dates.ts'
import {
  bookingFallback,
  holdFallback,
  lastDay,
  professionalsFallback,
  type SlotSearch,
  slotsFallback,
  windowDays,
} from '../../booking/booking.queries.ts'
import { createSchedulingClient } from '../../booking/scheduling.queries.ts'
import { useReloadPatient } from '../front-desk.queries.ts'
import { nameItem } from './next-slots.rules.ts'

const staffBookingKey = (patientId: number) => ['staff-booking', patientId] as const

/** Loads the sites, the services and the professionals among which staff choose. */
export function bookingChoicesQuery(patientId: number) {
  return queryOptions({
    queryKey: [...staffBookingKey(patientId), 'choices'],
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const client = createSchedulingClient(patientId)
      const options = { signal, fallback: professionalsFallback }
      const [offices, specialties, professionals] = await Promise.all([
        client(serviceEndpoints.offices, {}, options),
        client(serviceEndpoints.specialties, {}, options),
        client(serviceEndpoints.professionals, {}, options),
      ])
      return { offices: offices.data, specialties: specialties.data, professionals: professionals.data }
    },
  })
}

/** Lists the free slots of the first two weeks that have any, soonest first. */
export function nextSlotsQuery(patientId: number, search: SlotSearch) {
  return queryOptions({
    queryKey: [...staffBookingKey(patientId), 'slots', search],
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }): Promise<readonly Slot[]> => {
      const client = createSchedulingClient(patientId)
      for (let from = today(); from <= lastDay(); from = addDays(from, windowDays)) {
        const query = { ...search, from, to: addDays(from, windowDays - 1) }
        const fallback = slotsFallback
        const { data } = await client(slotEndpoints.slots, { query }, { signal, fallback })
        if (data.length > 0) return data
      }
      return []
    },
  })
}

/** Lists the exams and procedures, which are the same for every patient. */
export const bookableItemsQuery = queryOptions({
  queryKey: ['bookable-items'],
  staleTime: 10 * 60_000,
  queryFn: ({ signal }) =>
    call(frontDeskEndpoints.items, {}, { signal, fallback: 'Error server al obtener los exámenes' }),
  select: ({ items }) => items,
})

/** Holds a slot for five minutes. */
export function useHoldForPatient(patientId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (slot_id: number) => {
      const fallback = holdFallback
      const { data } = await createSchedulingClient(patientId)(
        slotEndpoints.hold,
        { body: { slot_id } },
        { fallback },
      )
      return data
    },
    onError: () => client.invalidateQueries({ queryKey: staffBookingKey(patientId) }),
  })
}

/** Asks what the booking of a held slot would mean: it fails as the booking would, and may return a warning. */
export function bookingCheckQuery(patientId: number, hold_id: number, item: BookableItem | null) {
  return queryOptions({
    queryKey: ['staff-booking-check', patientId, hold_id, item?.kind, item?.code],
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const body = { patient_id: patientId, ...nameItem(item) }
      const { data } = await createSchedulingClient(patientId)(
        bookingEndpoints.check,
        { params: { hold_id }, body },
        { signal, fallback: holdFallback },
      )
      return data
    },
  })
}

export function releaseForPatient(patientId: number, hold_id: number) {
  // An error is ignored: a hold that has expired meanwhile has released its slot anyway.
  return createSchedulingClient(patientId)(
    slotEndpoints.release,
    { params: { hold_id } },
    { fallback: '' },
  ).catch(() => undefined)
}

/** Books a held slot. A request that is repeated with the same key books only once. */
export function useBookForPatient(patientId: number) {
  const client = useQueryClient()
  const reload = useReloadPatient()
  return useMutation({
    mutationFn: ({ key, ...request }: Omit<BookingRequest, 'patient_id'> & { key: string }) =>
      createSchedulingClient(patientId)(
        bookingEndpoints.book,
        { body: { ...request, patient_id: patientId } },
        { headers: { 'idempotency-key': key }, fallback: bookingFallback },
      ),
    onSuccess: reload,
    onSettled: () => client.invalidateQueries({ queryKey: staffBookingKey(patientId) }),
  })
}
