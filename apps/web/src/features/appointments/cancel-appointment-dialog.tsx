/** Cancels an appointment in steps: a question, and then the confirmation with an offer to book again, or the error. */

import type { Appointment } from '@mi-portal/contract/appointments/appointments'
import { IconCalendarPlus, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Cluster } from '../../ui/layout/layout.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { delayMs } from '../../ui/tokens.ts'
import { withArticle } from '../people/people.rules.ts'
import { formatPlace } from './appointment-place.tsx'
import { isCancellationFinal, useCancelAppointment } from './appointments.queries.ts'

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
      <div className="mb-4 rounded-tile bg-sub p-4">
        <p className="font-strong text-strong">{appointment.doctor_name}</p>
        <p className="type-meta">{appointment.specialty}</p>
        <p className="type-meta text-muted">
          {appointment.date}, {formatTime(appointment.hour)} · {formatPlace(appointment)}
        </p>
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
        <span className="flex items-center gap-3">
          <span className="grid size-12 flex-none place-items-center rounded-md bg-success-soft text-success">
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
        <p className="my-4 flex gap-3 rounded-md bg-soft p-4 text-on-soft *:[svg]:flex-none">
          <IconCalendarPlus size={22} stroke={1.75} aria-hidden />
          ¿Quieres reservar otra hora con el mismo profesional?
        </p>
        <p className="type-meta flex items-center gap-2 text-muted" role="timer">
          <IconClock size={18} stroke={1.75} aria-hidden />
          Esta ventana se cerrará en {left} {left === 1 ? 'segundo' : 'segundos'}.
        </p>
        <div className="mt-2 h-1 rounded-full bg-sub" aria-hidden>
          <div
            className="h-full rounded-full bg-action"
            style={{ width: `${(left / secondsOpen) * 100}%` }}
          />
        </div>
        <Cluster fill className="mt-6 justify-end">
          <Button variant="default" onClick={onClose}>
            Cerrar
          </Button>
          <Button data-autofocus onClick={onRebook}>
            Reservar nuevamente
          </Button>
        </Cluster>
      </div>
    </Dialog>
  )
}
