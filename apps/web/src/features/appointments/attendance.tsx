import type { AgendaAppointment } from '@mi-portal/contract/appointment-agenda'
import { IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useConfirmAppointment } from './appointments.queries.ts'
import classes from './attendance.module.css'

/** The button that confirms the attendance, or when it was confirmed. Nothing if the appointment cannot be confirmed. */
export function Attendance(props: { appointment: AgendaAppointment; ownId: number; which: string }) {
  const { appointment, ownId, which } = props
  const outcome = useRef<HTMLParagraphElement>(null)
  const confirm = useConfirmAppointment(appointment.id_appointment)
  const isConfirmed = appointment.confirmed_at !== null
  useEffect(() => {
    // The button that had the focus is gone.
    if (isConfirmed && confirm.isSuccess) outcome.current?.focus()
  }, [isConfirmed, confirm.isSuccess])
  if (appointment.confirmed_at !== null)
    return (
      <p ref={outcome} tabIndex={-1} className={classes.confirmed}>
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        <span>
          Asistencia confirmada
          <span className={classes.when}> el {formatTimestamp(appointment.confirmed_at)}</span>
        </span>
      </p>
    )
  if (!appointment.can_confirm) return null
  const label = appointment.patient_id === ownId ? 'Confirmo mi asistencia' : 'Confirmo su asistencia'
  return (
    <>
      <Button
        size="sm"
        leftSection={<IconCheck size={18} stroke={1.75} aria-hidden />}
        loading={confirm.isPending}
        aria-label={`${label} a la hora ${which}`}
        onClick={() => confirm.mutate()}
      >
        {label}
      </Button>
      {confirm.isError && <ErrorNotice error={confirm.error} />}
    </>
  )
}
