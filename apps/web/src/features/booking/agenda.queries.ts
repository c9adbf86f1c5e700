/** The way to the scheduling service: its bearer is kept in memory, belongs to the session and is renewed when it ends. */
import { bookingEndpoints, bookingMinutes } from '@mi-portal/contract/booking'
import { call, callBearing, fetchFileBearing } from '../../lib/call.ts'
import { now } from '../../lib/dates.ts'
import { currentUser } from '../../lib/session.ts'

const marginMs = 20_000
const lifeMs = bookingMinutes.token * 60_000 - marginMs

interface Kept {
  /** Of which session. */
  session: string
  until: number
  token: Promise<string>
}

let kept: Kept | null = null

function bearer(renew: boolean): Promise<string> {
  const session = currentUser()?.token ?? ''
  // Whoever finds that it has run out while another call is renewing it waits for that one.
  if (kept && kept.session === session && !renew && now().getTime() < kept.until) return kept.token
  const asked: Kept = {
    session,
    until: now().getTime() + lifeMs,
    token: call(bookingEndpoints.token).then(({ token }) => token),
  }
  kept = asked
  asked.token.catch(() => {
    if (kept === asked) kept = null
  })
  return asked.token
}

/** Calls an endpoint of the scheduling service as `call` does one of the portal. */
export const callAgenda = callBearing(bearer)

/** The calendar file of an hour. */
export function calendarFile(id_appointment: number): Promise<Blob> {
  return fetchFileBearing(
    bearer,
    `/agenda/v1/bookings/${id_appointment}.ics`,
    'No ha sido posible descargar el archivo de calendario',
  )
}
