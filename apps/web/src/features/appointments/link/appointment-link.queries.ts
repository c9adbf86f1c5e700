import { appointmentLinkEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { appointmentFallback, cancellationFallback, confirmationFallback } from '../appointments.queries.ts'

/** Loads the appointment of the link in a reminder. Nothing changes by it. */
export function linkedAppointmentQuery(token: string) {
  return queryOptions({
    queryKey: ['appointment-link', token],
    queryFn: async ({ signal }) =>
      (
        await call(
          appointmentLinkEndpoints.show,
          { body: { token } },
          { signal, fallback: appointmentFallback },
        )
      ).appointment,
    retry: false,
  })
}

export function useConfirmByLink(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(appointmentLinkEndpoints.confirm, { body: { token } }, { fallback: confirmationFallback }),
    onSettled: () => client.invalidateQueries(linkedAppointmentQuery(token)),
  })
}

export function useCancelByLink(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(appointmentLinkEndpoints.cancel, { body: { token } }, { fallback: cancellationFallback }),
    onSettled: () => client.invalidateQueries(linkedAppointmentQuery(token)),
  })
}
