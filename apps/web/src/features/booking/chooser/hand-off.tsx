/** The way into the reservation application: the portal's own, or the one that the installation names in its place. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import type { Choice } from '../reservation/reservation.flow.ts'

interface HandOffProps {
  choice: Choice
  className?: string
  children: ReactNode
}

/** From where the person comes, told alike to either application. */
const origin = { utm_source: 'mi-portal', utm_medium: 'web', utm_campaign: 'agenda' } as const

export function HandOff({ choice, className, children }: HandOffProps) {
  const search = { ...choice, ...origin }
  if (portal.reservationUrl === null)
    return (
      <Link to="/reservas" search={search} className={className}>
        {children}
      </Link>
    )
  const query = new URLSearchParams(
    Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return (
    <a href={`${portal.reservationUrl}?${query}`} className={className}>
      {children}
    </a>
  )
}
