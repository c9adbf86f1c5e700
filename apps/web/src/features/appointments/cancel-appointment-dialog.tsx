/** Cancels an appointment in steps: a question, and then the confirmation with an offer to book again, or the error. */

import type { Appointment } from '@mi-portal/contract/appointments'
import { IconCalendarPlus, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateChip } from '../../ui/date-chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { delayMs } from '../../ui/tokens.ts'
import { withArticle } from '../people/people.rules.ts'
import { formatPlace } from './appointment-place.tsx'
import { isCancellationFinal, useCancelAppointment } from './appointments.queries.ts'
import classes from './cancel-appointment-dialog.module.css'

interface CancelAppointmentDialogProps {
  appointment: Appointment
  onClose(): void
  /** Called when the user wants another appointment with the same professional; the dialog should close. */
  onRebook(): void
}

export function CancelAppointmentDialog({ appointment, onClose, onRebook }: CancelAppointmentDialogProps) {
  const cancel = useCancelAppointment(appointment.id_appointment)

  if (cancel.isSuccess)
    return <CancelledDialog appointment={appointment} onClose={onClose} onRebook={onRebook} />
  if (cancel.isError) {
    const gone = isCancellationFinal(cancel.error)
    return (
      <ResultDialog
        opened
        kind="error"
        error={cancel.error}
        title="Ha ocurrido un error"
        action={gone ? undefined : { label: 'REINTENTAR', onClick: () => cancel.mutate() }}
        secondary={gone ? undefined : { label: 'Cerrar', onClick: onClose }}
        onClose={onClose}
      >
        {cancel.error.message}
      </ResultDialog>
    )
  }
  return (
    <ConfirmDialog
      opened
      title="¿Quieres cancelar esta hora?"
      confirm="Cancelar hora"
      danger
      loading={cancel.isPending}
      onConfirm={cancel.mutate}
      onClose={onClose}
    >
      <div className={classes.hour}>
        <DateChip
          date={appointment.date}
          look={appointment.modality === 'telemedicina' ? 'glaciar' : 'lapis'}
        />
        <div>
          <p className={classes.doctor}>{appointment.doctor_name}</p>
          <p className={classes.specialty}>{appointment.specialty}</p>
          <p className={classes.when}>
            {appointment.date}, {formatTime(appointment.hour)} · {formatPlace(appointment)}
          </p>
        </div>
      </div>
      <p>
        Al cancelar, la hora quedará disponible para otra persona. Podrás reservar nuevamente con el mismo
        profesional.
      </p>
    </ConfirmDialog>
  )
}

const secondsOpen = delayMs.rebookClose / 1000

/**
 * Confirms the cancellation. The dialog closes after five seconds. The countdown pauses while the pointer is over it,
 * and stops at the first key that is pressed.
 */
function CancelledDialog(props: { appointment: Appointment; onClose(): void; onRebook(): void }) {
  const { appointment, onClose, onRebook } = props
  const [left, setLeft] = useState(secondsOpen)
  const [moved, setMoved] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  const held = moved || isHovered
  useEffect(() => {
    const stop = () => setMoved(true)
    window.addEventListener('keydown', stop)
    return () => window.removeEventListener('keydown', stop)
  }, [])

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : onClose()), 1000)
    return () => clearTimeout(timer)
  }, [left, held, onClose])

  return (
    <Dialog
      opened
      size={490}
      onClose={onClose}
      title={
        <span className={classes.outcome}>
          <span className={classes.icon}>
            <IconCircleCheck size={26} stroke={1.75} aria-hidden />
          </span>
          Tu hora fue cancelada
        </span>
      }
    >
      <div onPointerEnter={() => setIsHovered(true)} onPointerLeave={() => setIsHovered(false)}>
        <p>
          Cancelaste la hora del {appointment.date} con {withArticle(appointment.doctor_name)}.
        </p>
        <p className={classes.offer}>
          <IconCalendarPlus size={22} stroke={1.75} aria-hidden />
          ¿Quieres reservar otra hora con el mismo profesional?
        </p>
        <p className={classes.countdown} role="timer">
          <IconClock size={18} stroke={1.75} aria-hidden />
          Esta ventana se cerrará en {left} {left === 1 ? 'segundo' : 'segundos'}.
        </p>
        <div className={classes.bar} aria-hidden>
          <div style={{ width: `${(left / secondsOpen) * 100}%` }} />
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cerrar
          </Button>
          <Button data-autofocus onClick={onRebook}>
            Reservar nuevamente
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
