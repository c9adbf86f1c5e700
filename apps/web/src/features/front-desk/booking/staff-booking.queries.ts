/** Books for a patient, by the calls of patients with a token for that patient. */
import { type BookingRequest, bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { type Slot, slotEndpoints } from '@mi-portal/contract/booking/slots'
import { addDays } from '@mi-portal/contract/values/dates'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { today } from '../../../lib/dates.ts'
import { lastDay, type SlotSearch, windowDays } from '../../booking/booking.queries.ts'
import { createSchedulingClient } from '../../booking/scheduling.queries.ts'
import { useReloadPatient } from '../front-desk.queries.ts'

const staffBookingKey = (patientId: number) => ['staff-booking', patientId] as const

/** Loads the sites, the services and the professionals among which staff choose. */
export function bookingChoicesQuery(patientId: number) {
  return queryOptions({
    queryKey: [...staffBookingKey(patientId), 'choices'],
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const call = createSchedulingClient(patientId)
      const options = { signal, fallback: 'Error server al obtener los profesionales' }
      const [offices, specialties, professionals] = await Promise.all([
        call(serviceEndpoints.offices, {}, options),
        call(serviceEndpoints.specialties, {}, options),
        call(serviceEndpoints.professionals, {}, options),
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
      const call = createSchedulingClient(patientId)
      for (let from = today(); from <= lastDay(); from = addDays(from, windowDays)) {
        const query = { ...search, from, to: addDays(from, windowDays - 1) }
        const fallback = 'Error server al obtener las horas disponibles'
        const { data } = await call(slotEndpoints.slots, { query }, { signal, fallback })
        if (data.length > 0) return data
      }
      return []
    },
  })
}

/** Holds a slot for five minutes, and returns the warning that booking it for the patient gives. */
export function useHoldForPatient(patientId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (slot_id: number) => {
      const call = createSchedulingClient(patientId)
      const fallback = 'No ha sido posible guardar la hora'
      const { data: held } = await call(slotEndpoints.hold, { body: { slot_id } }, { fallback })
      const params = { hold_id: held.hold_id }
      const { data } = await call(
        bookingEndpoints.check,
        { params, body: { patient_id: patientId } },
        { fallback },
      )
      return { ...held, warning: data.warning }
    },
    onError: () => client.invalidateQueries({ queryKey: staffBookingKey(patientId) }),
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
    mutationFn: ({ key, ...request }: Pick<BookingRequest, 'hold_id'> & { key: string }) =>
      createSchedulingClient(patientId)(
        bookingEndpoints.book,
        { body: { ...request, patient_id: patientId } },
        { headers: { 'idempotency-key': key }, fallback: 'No ha sido posible reservar la hora' },
      ),
    onSuccess: reload,
    onSettled: () => client.invalidateQueries({ queryKey: staffBookingKey(patientId) }),
  })
}
