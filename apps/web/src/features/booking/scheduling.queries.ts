/**
 * Calls the scheduling service. Its bearer token is stored in memory, belongs to the session and is renewed when it
 * expires.
 */
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { bookingMinutes } from '@mi-portal/contract/booking/slots'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser/browser.ts'
import { call, createBearerClient, fetchFileWithBearer } from '../../lib/call.ts'
import { now } from '../../lib/clock.ts'
import { getCurrentUser, onSessionChange } from '../../lib/session.ts'

const renewalMarginMs = 20_000
const tokenLifetimeMs = bookingMinutes.token * 60_000 - renewalMarginMs

interface CachedToken {
  /** The portal session that the token belongs to. */
  session: string
  until: number
  token: Promise<string>
}

let cached: CachedToken | null = null
onSessionChange(() => {
  if (cached !== null && cached.session !== getCurrentUser()?.token) cached = null
})

function getBearerToken(renew: boolean): Promise<string> {
  const session = getCurrentUser()?.token ?? ''
  // A call that finds the token expired while another call renews it waits for that renewal.
  if (cached && cached.session === session && !renew && now().getTime() < cached.until) return cached.token
  const renewed: CachedToken = {
    session,
    until: now().getTime() + tokenLifetimeMs,
    token: call(schedulingTokenEndpoints.token).then(({ token }) => token),
  }
  cached = renewed
  renewed.token.catch(() => {
    if (cached === renewed) cached = null
  })
  return renewed.token
}

/** Calls an endpoint of the scheduling service, as `call` calls one of the portal. */
export const callScheduling = createBearerClient(getBearerToken)

/** Saves the calendar file (ICS) of an appointment on the device. */
export function useSaveCalendarFile(id_appointment: number) {
  return useMutation({
    mutationFn: async () => {
      const file = await fetchFileWithBearer(
        getBearerToken,
        `/agenda/v1/bookings/${id_appointment}.ics`,
        'No ha sido posible descargar el archivo de calendario',
      )
      saveFile(file, `hora-${id_appointment}.ics`)
    },
  })
}
