/** Queries of booked appointments, with address and preparation. */
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { queryOptions } from '@tanstack/react-query'
import { schedulingKey } from './booking.queries.ts'
import { callScheduling } from './scheduling.queries.ts'

const bookedKey = [...schedulingKey, 'booked'] as const

export function bookedAppointmentQuery(id_appointment: number) {
  return queryOptions({
    queryKey: [...bookedKey, id_appointment],
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          preparationEndpoints.bookedHour,
          { params: { id_appointment } },
          { signal, fallback: 'Error server al obtener la hora' },
        )
      ).data,
  })
}

/**
 * Lists the future appointments that the caller booked for adults of their group. Other appointments of those adults
 * are not visible.
 */
export const groupAppointmentsQuery = queryOptions({
  queryKey: [...bookedKey, 'group'],
  queryFn: async ({ signal }) =>
    (
      await callScheduling(
        bookingEndpoints.booked,
        {},
        { signal, fallback: 'Error server al obtener las horas de tu grupo' },
      )
    ).data,
})

export function cancelBookedAppointment(id_appointment: number) {
  return callScheduling(
    bookingEndpoints.cancel,
    { params: { id_appointment } },
    { fallback: 'No ha sido posible cancelar la hora' },
  )
}
