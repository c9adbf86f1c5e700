/** Queries of booked appointments, with address and preparation. */
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { queryOptions } from '@tanstack/react-query'
import { appointmentFallback } from '../appointments/appointments.queries.ts'
import { schedulingKey } from './booking.queries.ts'
import { callScheduling } from './scheduling.queries.ts'

const bookedKey = [...schedulingKey, 'booked'] as const

export function bookedAppointmentQuery(id_appointment: number) {
  return queryOptions({
    queryKey: [...bookedKey, id_appointment],
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          preparationEndpoints.bookedAppointment,
          { params: { id_appointment } },
          { signal, fallback: appointmentFallback },
        )
      ).data,
  })
}
