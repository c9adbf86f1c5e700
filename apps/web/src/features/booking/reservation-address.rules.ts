/**
 * Builds the address of the reservation application. An external application receives what is to be booked, and
 * nothing about the patient.
 */
import { portal } from '../../lib/portal-config.ts'
import type { Choice } from './reservation/reservation.flow.ts'

/** Campaign parameters that say where the visitor comes from; both applications receive the same ones. */
export const campaign = { utm_source: 'mi-portal', utm_medium: 'web', utm_campaign: 'agenda' } as const

/**
 * Returns the address of the external reservation application, without parameters; null if appointments are booked on
 * the portal's own page, which an installation may also configure by its full address.
 */
export function getExternalReservation(): string | null {
  if (portal.reservationUrl === null) return null
  const { origin, pathname } = new URL(portal.reservationUrl, window.location.origin)
  return origin === window.location.origin && pathname === '/reservas' ? null : portal.reservationUrl
}

/** Returns the address of the reservation application: the portal's own page, or the external one that replaces it. */
export function reservationAddress(choice: Choice): string {
  const query = new URLSearchParams()
  const external = getExternalReservation()
  for (const [name, value] of Object.entries({ ...choice, ...campaign })) {
    if (value === undefined || (external && isInternalId(name))) continue
    query.set(name, String(value))
  }
  const address = external ?? '/reservas'
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}

/** Returns whether a parameter is an internal id of the portal, which is not sent to an external application. */
function isInternalId(name: string): boolean {
  return name === 'patient_id' || name === 'id_appointment'
}
