import { type AppointmentList, appointmentEndpoints } from '@mi-portal/contract/appointments'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { currentUser } from '../../lib/session.ts'
import { recordKey } from '../people/people.queries.ts'

/** Hours to come, soonest first, or past ones, latest first. */
export type HoursWhen = 'upcoming' | 'history'

const calls = {
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

const fallback = 'Error server al obtener citas médicas'

/** The prefix of every list of a patient's hours. */
export const hoursKey = (patientId: number) => [...recordKey(patientId), 'appointments'] as const

/** At most three hours of the signed-in person. */
export function hoursSummaryQuery(ownId: number, when: HoursWhen) {
  return queryOptions({
    queryKey: [...hoursKey(ownId), when, 'summary'],
    queryFn: ({ signal }): Promise<AppointmentList> => call(calls[when].summary, {}, { signal, fallback }),
  })
}

/** A page of five hours of the signed-in person, or of a member. The last page stays while the next one comes, never another person's. */
export function hoursQuery(patientId: number, when: HoursWhen, page: number) {
  return queryOptions({
    queryKey: [...hoursKey(patientId), when, page],
    queryFn: ({ signal }): Promise<AppointmentList> =>
      currentUser()?.id === patientId
        ? call(calls[when].own, { query: { page } }, { signal, fallback })
        : call(calls[when].of, { params: { id: patientId }, query: { page } }, { signal, fallback }),
    placeholderData: (last, query) =>
      query?.queryKey[1] === patientId && query.queryKey[3] === when ? last : undefined,
  })
}

/** Gives an hour up; rejects with the server's refusal. */
export async function cancelHour(id_appointment: number) {
  await call(
    appointmentEndpoints.cancel,
    { body: { id_appointment } },
    { fallback: 'No ha sido posible cancelar la hora' },
  )
}
