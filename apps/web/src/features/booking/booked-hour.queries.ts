/** An hour that is booked, with where to go and how to prepare. */
import { bookingEndpoints, preparationEndpoints } from '@mi-portal/contract/booking'
import { queryOptions } from '@tanstack/react-query'
import { callAgenda } from './agenda.queries.ts'
import { agendaKey } from './booking.queries.ts'

const bookedKey = [...agendaKey, 'booked'] as const

export function bookedHourQuery(id_appointment: number) {
  return queryOptions({
    queryKey: [...bookedKey, id_appointment],
    queryFn: async ({ signal }) =>
      (
        await callAgenda(
          preparationEndpoints.bookedHour,
          { params: { id_appointment } },
          { signal, fallback: 'Error server al obtener la hora' },
        )
      ).data,
  })
}

/** Hours to come that the person booked for adults of their group: nothing else of theirs is told. */
export const groupHoursQuery = queryOptions({
  queryKey: [...bookedKey, 'group'],
  queryFn: async ({ signal }) =>
    (
      await callAgenda(
        bookingEndpoints.booked,
        {},
        { signal, fallback: 'Error server al obtener las horas de tu grupo' },
      )
    ).data,
})

export function cancelBooked(id_appointment: number) {
  return callAgenda(
    bookingEndpoints.cancel,
    { params: { id_appointment } },
    { fallback: 'No ha sido posible cancelar la hora' },
  )
}
