import { type Agenda, appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { type AppointmentList, appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { now } from '../../lib/clock.ts'
import { getCurrentUser } from '../../lib/session.ts'
import { recordKey } from '../people/people.queries.ts'

export const confirmationFallback = 'No ha sido posible confirmar la hora'
export const cancellationFallback = 'No ha sido posible cancelar la hora'
export const appointmentFallback = 'Error server al obtener la hora'
export const appointmentsFallback = 'Error server al obtener citas médicas'

/** Future appointments, soonest first, or past ones, latest first. */
export type AppointmentPeriod = 'upcoming' | 'history'

const endpointsByPeriod = {
  upcoming: {
    summary: appointmentEndpoints.upcomingSummary,
    own: appointmentEndpoints.upcoming,
    of: appointmentEndpoints.upcomingOf,
  },
  history: {
    summary: appointmentEndpoints.historySummary,
    own: appointmentEndpoints.history,
    of: appointmentEndpoints.historyOf,
  },
} as const

const fallback = appointmentsFallback

/** Prefix of the query keys of a patient's appointment lists. */
export const appointmentsKey = (patientId: number) => [...recordKey(patientId), 'appointments'] as const

/**
 * Returns in how many milliseconds to reload the list, so that it contains the address of the next video visit: one
 * second after that visit can be joined. Returns false when none can be joined within 12 hours. The list is not
 * reloaded every minute, because reading counts as activity of the session.
 */
function msUntilVideo(list: Pick<AppointmentList, 'appointments'> | undefined): number | false {
  const delays = (list?.appointments ?? []).flatMap(({ video }) =>
    video !== null && video.url === null ? [Date.parse(video.opens_at) - now().getTime()] : [],
  )
  const next = Math.min(...delays)
  if (next > maxWaitMs) return false
  // The visit can be joined and its address is missing, because this device's clock may be ahead: repeats every 30 s.
  return next < 1_000 ? 30_000 : next + 1_000
}
const maxWaitMs = 12 * 3_600_000

const videoRefetch = {
  refetchInterval: (query: { state: { data?: Pick<AppointmentList, 'appointments'> | undefined } }) =>
    msUntilVideo(query.state.data),
  refetchIntervalInBackground: true,
}

/** Loads at most three appointments of the user. */
export function appointmentsSummaryQuery(ownId: number, when: AppointmentPeriod) {
  return queryOptions({
    queryKey: [...appointmentsKey(ownId), when, 'summary'],
    queryFn: ({ signal }): Promise<AppointmentList> =>
      call(endpointsByPeriod[when].summary, {}, { signal, fallback }),
    ...videoRefetch,
  })
}

/**
 * Loads a page of five appointments of the user or of a group member. The previous page stays visible while the next
 * one loads, but never one of another patient or of the other list.
 */
export function appointmentsQuery(patientId: number, when: AppointmentPeriod, page: number) {
  return queryOptions({
    queryKey: [...appointmentsKey(patientId), when, page],
    queryFn: ({ signal }): Promise<AppointmentList> =>
      getCurrentUser()?.id === patientId
        ? call(endpointsByPeriod[when].own, { query: { page } }, { signal, fallback })
        : call(
            endpointsByPeriod[when].of,
            { params: { id: patientId }, query: { page } },
            { signal, fallback },
          ),
    ...videoRefetch,
    placeholderData: (last, query) =>
      query?.queryKey[1] === patientId && query.queryKey[3] === when ? last : undefined,
  })
}

/** The people whose appointments a list shows: one person, or all people whose appointments the user may see. */
export type AgendaPerson = number | 'all'

/**
 * Loads a page of five appointments. The previous page stays visible while the next one loads, but never one of another choice of
 * person or of the other list. An answer about several people belongs to the user's own record in memory.
 */
export function agendaQuery(ownId: number, person: AgendaPerson, period: AppointmentPeriod, page: number) {
  return queryOptions({
    queryKey: [...appointmentsKey(person === 'all' ? ownId : person), period, person, page],
    queryFn: ({ signal }): Promise<Agenda> =>
      call(
        appointmentAgendaEndpoints.list,
        { query: { period, page, ...(person === 'all' ? {} : { patient_id: person }) } },
        { signal, fallback },
      ),
    ...videoRefetch,
    placeholderData: (last, query) =>
      query?.queryKey[3] === period && query.queryKey[4] === person ? last : undefined,
  })
}

/** Loads one appointment. It leaves the memory with its page, so that it never stays beside another person's record. */
export function appointmentQuery(id_appointment: number) {
  return queryOptions({
    queryKey: ['appointment', id_appointment],
    gcTime: 0,
    queryFn: ({ signal }) =>
      call(
        appointmentAgendaEndpoints.one,
        { params: { id_appointment } },
        { signal, fallback: appointmentFallback },
      ),
  })
}

/** Reloads every list of appointments and every appointment in memory. */
export function reloadAppointments(client: QueryClient) {
  return client.invalidateQueries({
    predicate: ({ queryKey: [kind, , topic] }) =>
      kind === 'appointment' || (kind === 'record' && topic === 'appointments'),
  })
}

/** Stores that the patient will attend an appointment. */
export function useConfirmAppointment(id_appointment: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(
        appointmentAgendaEndpoints.confirm,
        { body: { id_appointment } },
        { fallback: confirmationFallback },
      ),
    onSettled: () => reloadAppointments(client),
  })
}

/** Returns whether the appointment is past, already cancelled or not accessible, so that a retry would not help. */
export function isCancellationFinal(error: Error): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 409)
}

export function useCancelAppointment(id_appointment: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(appointmentEndpoints.cancel, { body: { id_appointment } }, { fallback: cancellationFallback }),
    onSettled: (_done, error) => {
      if (!error || isCancellationFinal(error)) return reloadAppointments(client)
    },
  })
}
