/** Links to the reservation: the portal's own page, or the external application that the installation configures. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Choice } from '../reservation/reservation.flow.ts'
import { campaign, getExternalReservation, reservationAddress } from '../reservation-address.rules.ts'

interface ReservationLinkProps {
  choice: Choice
  className?: string
  children: ReactNode
}

export function ReservationLink({ choice, className, children }: ReservationLinkProps) {
  if (getExternalReservation() === null)
    return (
      <Link to="/reservas" search={{ ...choice, ...campaign }} className={className}>
        {children}
      </Link>
    )
  return (
    <a href={reservationAddress(choice)} className={className}>
      {children}
    </a>
  )
}
