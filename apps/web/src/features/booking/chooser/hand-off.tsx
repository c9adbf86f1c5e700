/** The way into the reservation application: the portal's own, or the one that the installation names in its place. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { origin, reservationAddress } from '../hand-off.rules.ts'
import type { Choice } from '../reservation/reservation.flow.ts'

interface HandOffProps {
  choice: Choice
  className?: string
  children: ReactNode
}

export function HandOff({ choice, className, children }: HandOffProps) {
  if (portal.reservationUrl === null)
    return (
      <Link to="/reservas" search={{ ...choice, ...origin }} className={className}>
        {children}
      </Link>
    )
  return (
    <a href={reservationAddress(choice)} className={className}>
      {children}
    </a>
  )
}
