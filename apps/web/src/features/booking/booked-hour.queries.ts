/** An hour that is booked, with where to go and how to prepare. */
import { preparationEndpoints } from '@mi-portal/contract/booking'
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
