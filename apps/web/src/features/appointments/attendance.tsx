import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import { IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { join } from '../../ui/layout/layout.tsx'
import { useConfirmAppointment } from './appointments.queries.ts'

interface AttendanceProps {
  appointment: AgendaAppointment
  ownId: number
  /** Distinguishes the appointment from others. */
  which: string
  variant?: 'filled' | 'soft'
  /** Whether to say when it was confirmed. */
  dated?: boolean
}

/** The button that confirms the attendance, or that it was confirmed. Nothing if the appointment cannot be confirmed. */
export function Attendance({ appointment, ownId, which, variant = 'filled', dated }: AttendanceProps) {
  const outcome = useRef<HTMLParagraphElement>(null)
  const confirm = useConfirmAppointment(appointment.id_appointment)
  const isConfirmed = appointment.confirmed_at !== null
  useEffect(() => {
    // The button that had the focus is gone.
    if (isConfirmed && confirm.isSuccess) outcome.current?.focus()
  }, [isConfirmed, confirm.isSuccess])
  if (appointment.confirmed_at !== null)
    return (
      <p
        ref={outcome}
        tabIndex={-1}
        className="flex min-h-11 items-center gap-2 font-strong text-success outline-none"
      >
        <IconCircleCheck
          size={20}
          stroke={1.75}
          className={join('flex-none', confirm.isSuccess && '[&_path:last-child]:animate-draw')}
          aria-hidden
        />
        <span>
          Confirmada
          {dated && (
            <span className="type-meta font-normal text-muted">
              {' '}
              el {formatTimestamp(appointment.confirmed_at)}
            </span>
          )}
        </span>
      </p>
    )
  if (!appointment.can_confirm) return null
  const isOwn = appointment.patient_id === ownId
  return (
    <>
      <Button
        size="sm"
        variant={variant}
        fullWidth
        leftSection={<IconCheck size={20} stroke={1.75} aria-hidden />}
        loading={confirm.isPending}
        aria-label={`${isOwn ? 'Confirmo mi asistencia a la hora' : 'Confirmo su hora'} ${which}`}
        onClick={() => confirm.mutate()}
      >
        {isOwn ? 'Confirmo' : 'Confirmo su hora'}
      </Button>
      {confirm.isError && <ErrorNotice error={confirm.error} />}
    </>
  )
}
