import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'

interface AppointmentActionsProps {
  id_appointment: number
  /** Text that distinguishes this appointment from others, read after the buttons' labels. */
  which: string
  /** The button with which the attendance is confirmed, or its outcome. */
  confirmation?: ReactNode
  /** Replaces the button for moving the appointment, when the portal cannot move it. */
  instead?: ReactNode
  onCancel(): void
}

/** The actions of an appointment in the order of their weight: confirm it, move it, or cancel it. */
export function AppointmentActions(props: AppointmentActionsProps) {
  const { id_appointment, which, confirmation, instead, onCancel } = props
  return (
    <>
      {confirmation}
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
      <Button size="sm" variant="subtle" aria-label={`Cancelar hora ${which}`} onClick={onCancel}>
        Cancelar hora
      </Button>
    </>
  )
}
