import { appointmentLinkEndpoints } from '@mi-portal/contract/appointment-agenda'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

/** Loads the appointment of the link in a reminder. Nothing changes by it. */
export function linkedAppointmentQuery(token: string) {
  return queryOptions({
    queryKey: ['appointment-link', token],
    queryFn: async ({ signal }) =>
      (
        await call(
          appointmentLinkEndpoints.show,
          { body: { token } },
          { signal, fallback: 'Error server al obtener la hora' },
        )
      ).appointment,
    retry: false,
  })
}

export function confirmByLink(token: string) {
  return call(
    appointmentLinkEndpoints.confirm,
    { body: { token } },
    { fallback: 'No ha sido posible confirmar la hora' },
  )
}

export function cancelByLink(token: string) {
  return call(
    appointmentLinkEndpoints.cancel,
    { body: { token } },
    { fallback: 'No ha sido posible cancelar la hora' },
  )
}
