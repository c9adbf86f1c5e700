/**
 * Shows an appointment with patient, time, professional and place. Until it starts, staff can move or cancel it; then they record
 * whether the patient attended.
 */
import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import type { Notified } from '@mi-portal/contract/notified'
import { privateLabel } from '@mi-portal/contract/private-items'
import { useState } from 'react'
import { now } from '../../../lib/clock.ts'
import { formatLongDay, formatTimestamp } from '../../../lib/dates.ts'
import { useHasPermission } from '../../../lib/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import facts from '../../../ui/facts.module.css'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { AppointmentAttendance } from '../../attendance/appointment-attendance.tsx'
import { StaffMedicalOrder } from '../../medical-orders/staff-medical-order.tsx'
import { useCancelAppointment } from '../agenda.queries.ts'
import { getLocalDay, getLocalTime } from '../agenda.rules.ts'
import { MoveAppointment } from '../move-appointment.tsx'

interface AppointmentDialogProps {
  appointment: CalendarAppointment
  /** Where the dialog leads to the page of the patient, their id. */
  patientId?: number
  /** What is shown first. From moving and cancelling, one that was opened for it leads back to the page. */
  first?: 'look' | 'move' | 'cancel'
  onClose(): void
  onMoved(answer: Notified): void
  onCancelled(answer: Notified): void
}

export function AppointmentDialog({
  appointment,
  patientId,
  first = 'look',
  onClose,
  onMoved,
  onCancelled,
}: AppointmentDialogProps) {
  const [step, setStep] = useState(first)
  const back = () => (first === 'look' ? setStep('look') : onClose())
  const cancel = useCancelAppointment()
  const mayOpen = useHasPermission('users.read')

  if (step === 'move')
    return (
      <FormDialog title="Mover hora" size={680} onClose={onClose}>
        <MoveAppointment appointment={appointment} onMoved={onMoved} onBack={back} />
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
        onConfirm={() => cancel.mutate(appointment, { onSuccess: onCancelled })}
        onClose={() => {
          cancel.reset()
          back()
        }}
      >
        <p>
          {appointment.patient_full_name}, {formatLongDay(getLocalDay(appointment.starts_at))},{' '}
          {getLocalTime(appointment.starts_at)} h. La hora quedará libre, y el portal avisa al paciente si
          tiene una cuenta.
        </p>
        {cancel.isError && <ErrorNotice error={cancel.error} />}
      </ConfirmDialog>
    )
  const canChange = Date.parse(appointment.starts_at) > now().getTime()
  return (
    <Dialog opened title="Hora reservada" size={490} onClose={onClose}>
      <dl className={`${facts.facts} mb-4`}>
        <dt>Paciente</dt>
        <dd>
          {patientId !== undefined && mayOpen ? (
            <TextLink to="/admin/pacientes/$id" params={{ id: String(patientId) }}>
              {appointment.patient_full_name}
            </TextLink>
          ) : (
            appointment.patient_full_name
          )}
        </dd>
        <dt>Fecha</dt>
        <dd>{formatLongDay(getLocalDay(appointment.starts_at))}</dd>
        <dt>Hora</dt>
        <dd>
          {getLocalTime(appointment.starts_at)} a {getLocalTime(appointment.ends_at)} h
        </dd>
        <dt>Profesional</dt>
        <dd>{appointment.doctor_name}</dd>
        <dt>Lugar</dt>
        <dd>{appointment.place}</dd>
        <dt>Confirmación</dt>
        <dd>
          {appointment.confirmed_at === null
            ? 'Sin confirmar'
            : `Confirmada el ${formatTimestamp(appointment.confirmed_at)}`}
        </dd>
        {!canChange && (
          <>
            <dt>Asistencia</dt>
            <dd>
              <AppointmentAttendance id_appointment={appointment.id_appointment} />
            </dd>
          </>
        )}
        {appointment.is_private && (
          <>
            <dt>{privateLabel}</dt>
            <dd>Su familia no ve esta hora. No la menciones a nadie más.</dd>
          </>
        )}
        <dt>Orden médica</dt>
        <dd>
          <StaffMedicalOrder id_appointment={appointment.id_appointment} />
        </dd>
      </dl>
      {appointment.outside && (
        <Notice kind="warning" title="Fuera de calendario">
          El calendario ya no tiene este horario. La hora se mantiene hasta que la muevas o la canceles.
        </Notice>
      )}
      {canChange ? (
        <div className="flex flex-wrap justify-end gap-3 mt-1 max-desktop:*:flex-[1_1_140px]">
          <Button variant="default" onClick={() => setStep('cancel')}>
            Cancelar hora
          </Button>
          <Button data-autofocus onClick={() => setStep('move')}>
            Mover a otra hora
          </Button>
        </div>
      ) : (
        <p className="block type-meta font-normal text-muted">
          Esta hora ya comenzó: no se puede mover ni cancelar.
        </p>
      )}
    </Dialog>
  )
}
