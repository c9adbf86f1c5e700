/** Reads a patient for the front desk, and makes what a caller asks for. */
import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { frontDeskEndpoints, type PageAppointment } from '@mi-portal/contract/front-desk'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { staffCalendarsKey } from '../agenda/agenda.queries.ts'
import { confirmationFallback } from '../appointments/appointments.queries.ts'

const frontDeskKey = ['front-desk'] as const

export function patientPageQuery(id: number) {
  return queryOptions({
    queryKey: [...frontDeskKey, 'patient', id],
    // Each read is written to the audit log.
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      call(
        frontDeskEndpoints.patient,
        { params: { id } },
        { signal, fallback: 'Error server al obtener la ficha' },
      ),
  })
}

export function dayQuery(day: string, office_id: number | undefined) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'day', day, office_id],
    enabled: office_id !== undefined,
    refetchInterval: 120_000,
    queryFn: ({ signal }) =>
      call(
        frontDeskEndpoints.day,
        { query: { day, office_id: office_id ?? 0 } },
        { signal, fallback: 'Error server al obtener la agenda del día' },
      ),
  })
}

/** Returns a function that reads the patient's page again. */
export function useReloadPatient() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: frontDeskKey })
}

/** Records that the patient told the clinic that they will attend. */
export function useConfirmAppointment() {
  const reload = useReloadPatient()
  return useMutation({
    mutationFn: ({ id_appointment: id, sequence }: PageAppointment) =>
      call(
        calendarAppointmentEndpoints.confirm,
        { params: { id }, body: { sequence } },
        { fallback: confirmationFallback },
      ),
    onSettled: reload,
  })
}

/** Sends a mail again that was set aside after its failures. */
export function useSendMailAgain() {
  const reload = useReloadPatient()
  return useMutation({
    mutationFn: (id: number) =>
      call(overviewEndpoints.retryMail, { params: { id } }, { fallback: 'No ha sido posible reintentar' }),
    onSettled: reload,
  })
}
