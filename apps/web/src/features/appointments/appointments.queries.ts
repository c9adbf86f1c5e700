import { type AppointmentList, appointmentEndpoints } from '@mi-portal/contract/appointments'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { now } from '../../lib/dates.ts'
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

/**
 * Milliseconds until a visit by video can be joined, which is when the server tells its address; false where none is in
 * sight. Asked once at that moment and not every minute: reading counts as use of the session.
 */
function untilVideo(list: AppointmentList | undefined): number | false {
  const waits = (list?.appointments ?? []).flatMap(({ video }) =>
    video !== null && video.url === null ? [Date.parse(video.opens_at) - now().getTime()] : [],
  )
  const next = Math.min(...waits)
  if (next > farAhead) return false
  // This machine's clock may be ahead of the server's.
  return next < 1_000 ? 30_000 : next + 1_000
}
const farAhead = 12 * 3_600_000

const videoWatch = {
  refetchInterval: (query: { state: { data?: AppointmentList | undefined } }) => untilVideo(query.state.data),
  refetchIntervalInBackground: true,
}

/** At most three hours of the signed-in person. */
export function hoursSummaryQuery(ownId: number, when: HoursWhen) {
  return queryOptions({
    queryKey: [...hoursKey(ownId), when, 'summary'],
    queryFn: ({ signal }): Promise<AppointmentList> => call(calls[when].summary, {}, { signal, fallback }),
    ...videoWatch,
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
    ...videoWatch,
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
