/**
 * Calls the scheduling service. Its bearer tokens are stored in memory, belong to the session and are renewed when they
 * expire.
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

/** A token for each patient for whom staff book; under `undefined` that of the signed-in patient. */
const cached = new Map<number | undefined, CachedToken>()
onSessionChange(() => {
  for (const [patientId, { session }] of cached)
    if (session !== getCurrentUser()?.token) cached.delete(patientId)
})

function getBearerToken(renew: boolean, patientId?: number): Promise<string> {
  const session = getCurrentUser()?.token ?? ''
  const known = cached.get(patientId)
  // A call that finds the token expired while another call renews it waits for that renewal.
  if (known && known.session === session && !renew && now().getTime() < known.until) return known.token
  const query = patientId === undefined ? {} : { patient_id: patientId }
  const renewed: CachedToken = {
    session,
    until: now().getTime() + tokenLifetimeMs,
    token: call(schedulingTokenEndpoints.token, { query }).then(({ token }) => token),
  }
  cached.set(patientId, renewed)
  renewed.token.catch(() => {
    if (cached.get(patientId) === renewed) cached.delete(patientId)
  })
  return renewed.token
}

/** Calls an endpoint of the scheduling service, as `call` calls one of the portal. */
export const callScheduling = createBearerClient((renew) => getBearerToken(renew))

export type SchedulingClient = typeof callScheduling

/** Creates the client with which staff book for a patient. */
export function createSchedulingClient(patientId: number): SchedulingClient {
  return createBearerClient((renew) => getBearerToken(renew, patientId))
}

/** Saves the calendar file (ICS) of an appointment on the device. */
export function useSaveCalendarFile(id_appointment: number) {
  return useMutation({
    mutationFn: async () => {
      const file = await fetchFileWithBearer(
        (renew) => getBearerToken(renew),
        `/agenda/v1/bookings/${id_appointment}.ics`,
        'No ha sido posible descargar el archivo de calendario',
      )
      saveFile(file, `hora-${id_appointment}.ics`)
    },
  })
}
