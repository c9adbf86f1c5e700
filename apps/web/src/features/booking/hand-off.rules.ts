/** Where the reservation goes on, told what is to be booked and nothing about anybody. */
import { portal } from '../../lib/portal-config.ts'
import type { Choice } from './reservation/reservation.flow.ts'

/** From where the person comes, told alike to either application. */
export const origin = { utm_source: 'mi-portal', utm_medium: 'web', utm_campaign: 'agenda' } as const

/** The address of the reservation application, the portal's own or the one that takes its place. */
export function reservationAddress(choice: Choice): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...choice, ...origin })) {
    if (value !== undefined) query.set(name, String(value))
  }
  const address = portal.reservationUrl ?? '/reservas'
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
