import type { Appointment } from '@mi-portal/contract/appointments/appointments'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { useSaveCalendarFile } from '../scheduling.queries.ts'

/**
 * Links that follow a booking. The link to the appointment list is only shown for the user's own appointment, because
 * adults of the group see theirs in their own account.
 */
export function BookedLinks({ appointment, isOwn }: { appointment: Appointment; isOwn: boolean }) {
  const save = useSaveCalendarFile(appointment.id_appointment)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="light"
        size="sm"
        loading={save.isPending}
        leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden />}
        onClick={() => save.mutate()}
      >
        Agregar a mi calendario
      </Button>
      <ButtonLink to="/reservas" search={{ reservada: appointment.id_appointment }} variant="light" size="sm">
        Cómo prepararme y llegar
      </ButtonLink>
      {isOwn && (
        <ButtonLink to="/dashboard/consultas-medicas/{-$id}" variant="light" size="sm">
          Ver mis horas
        </ButtonLink>
      )}
      {save.isError && <ErrorNotice error={save.error} />}
    </div>
  )
}
