import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'

interface HourActsProps {
  id_appointment: number
  /** What tells this hour from the others, read behind the button's own words. */
  which: string
  /** What stands in place of moving it, where it cannot be moved here. */
  instead?: ReactNode
  onCancel(): void
}

/** What can be done with a booked hour: move it, or give it up. */
export function HourActs({ id_appointment, which, instead, onCancel }: HourActsProps) {
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
