import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'

interface AppointmentActionsProps {
  id_appointment: number
  /** Text that distinguishes this appointment from others, read after the buttons' labels. */
  which: string
  /** Replaces the button for moving the appointment, when the portal cannot move it. */
  instead?: ReactNode
  onCancel(): void
}

/** The actions of an appointment: move it, or cancel it. */
export function AppointmentActions({ id_appointment, which, instead, onCancel }: AppointmentActionsProps) {
  return (
    <>
      {instead ?? (
        <ButtonLink
          size="sm"
          variant="outline"
          to="/reservas"
          search={{ id_appointment }}
          aria-label={`Cambiar hora ${which}`}
        >
          Cambiar hora
        </ButtonLink>
      )}
      <Button size="sm" variant="default" aria-label={`Cancelar hora ${which}`} onClick={onCancel}>
        Cancelar hora
      </Button>
    </>
  )
}
