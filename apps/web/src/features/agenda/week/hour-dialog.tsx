/** Shows an appointment with patient, time, professional and place. Until it starts, staff can move or cancel it. */
import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../../../lib/clock.ts'
import { formatLongDay } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import classes from '../agenda.module.css'
import { cancelHour } from '../agenda.queries.ts'
import { dayOfMoment, timeOf } from '../agenda.rules.ts'
import { MoveHour } from '../move-hour.tsx'

interface HourDialogProps {
  hour: CalendarAppointment
  onClose(): void
  onMoved(): void
  onCancelled(): void
}

export function HourDialog({ hour, onClose, onMoved, onCancelled }: HourDialogProps) {
  const [step, setStep] = useState<'look' | 'move' | 'cancel'>('look')
  const cancel = useMutation({
    mutationFn: () => cancelHour(hour.id_appointment, hour.sequence),
    onSuccess: onCancelled,
  })

  if (step === 'move')
    return (
      <FormDialog title="Mover hora" size={680} onClose={onClose}>
        <MoveHour hour={hour} onMoved={onMoved} onBack={() => setStep('look')} />
      </FormDialog>
    )
  if (step === 'cancel')
    return (
      <ConfirmDialog
        opened
        title="¿Cancelar esta hora?"
        confirm="Cancelar hora"
        danger
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={() => {
          cancel.reset()
          setStep('look')
        }}
      >
        <p>
          {hour.patient_full_name}, {formatLongDay(dayOfMoment(hour.starts_at))}, {timeOf(hour.starts_at)} h.
          Le avisaremos por correo y en su portal, y la hora quedará libre.
        </p>
        {cancel.isError && <ErrorNotice error={cancel.error} />}
      </ConfirmDialog>
    )
  const canChange = Date.parse(hour.starts_at) > now().getTime()
  return (
    <Dialog opened title="Hora reservada" size={490} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>Paciente</dt>
        <dd>{hour.patient_full_name}</dd>
        <dt>Fecha</dt>
        <dd>{formatLongDay(dayOfMoment(hour.starts_at))}</dd>
        <dt>Hora</dt>
        <dd>
          {timeOf(hour.starts_at)} a {timeOf(hour.ends_at)} h
        </dd>
        <dt>Profesional</dt>
        <dd>{hour.doctor_name}</dd>
        <dt>Lugar</dt>
        <dd>{hour.place}</dd>
      </dl>
      {hour.outside && (
        <Notice kind="warning" title="Fuera de calendario">
          El calendario ya no tiene este horario. La hora se mantiene hasta que la muevas o la canceles.
        </Notice>
      )}
      {canChange ? (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setStep('cancel')}>
            Cancelar hora
          </Button>
          <Button data-autofocus onClick={() => setStep('move')}>
            Mover a otra hora
          </Button>
        </div>
      ) : (
        <p className={classes.small}>Esta hora ya comenzó: no se puede mover ni cancelar.</p>
      )}
    </Dialog>
  )
}
