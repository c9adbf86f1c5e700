/**
 * Lists the appointments that the user booked for adults of their group. Only these can be moved or cancelled here.
 */

import type { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import type { Reply } from '@mi-portal/contract/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateChip } from '../../ui/date-chip.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AppointmentActions } from '../people/appointment-actions.tsx'
import { withArticle } from '../people/people.rules.ts'
import { cancelBookedAppointment, groupAppointmentsQuery } from './booked-appointments.queries.ts'
import { schedulingKey } from './booking.queries.ts'
import classes from './group-appointments.module.css'

type GroupAppointment = Reply<typeof bookingEndpoints.booked>['data'][number]

export function GroupAppointments() {
  const appointments = useQuery(groupAppointmentsQuery)
  const [cancelling, setCancelling] = useState<GroupAppointment | null>(null)
  const [cancelled, setCancelled] = useState<GroupAppointment | null>(null)
  if (appointments.isError)
    return (
      <div className={classes.section}>
        <LoadError
          error={appointments.error}
          onRetry={appointments.refetch}
          retrying={appointments.isFetching}
        />
      </div>
    )
  if (!appointments.data?.length && !cancelled) return null
  return (
    <section className={classes.section} aria-labelledby="group-hours">
      <h2 id="group-hours">Horas que reservaste para tu grupo</h2>
      <p className={classes.lead}>Ves solo las que tú reservaste.</p>
      {cancelled && (
        <Notice kind="success" announce title="La hora fue cancelada">
          Cancelaste la hora de {cancelled.patient_full_name} del {cancelled.date} con{' '}
          {withArticle(cancelled.doctor_name)}.
        </Notice>
      )}
      <ul className={classes.list}>
        {appointments.data?.map((appointment) => (
          <li key={appointment.id_appointment} className={`portal-card ${classes.card}`}>
            <DateChip
              date={appointment.date}
              look={appointment.modality === 'telemedicina' ? 'glaciar' : 'lapis'}
            />
            <div className={classes.words}>
              <h3>{appointment.patient_full_name}</h3>
              <p>
                {appointment.doctor_name} · {appointment.specialty}
              </p>
              <p>
                <time dateTime={appointment.starts_at}>
                  {appointment.date}, {formatTime(appointment.hour)}
                </time>{' '}
                · {appointment.place_care_portal}
              </p>
            </div>
            <div className={classes.actions}>
              <AppointmentActions
                id_appointment={appointment.id_appointment}
                which={`de ${appointment.patient_full_name} del ${appointment.date}`}
                onCancel={() => setCancelling(appointment)}
              />
            </div>
          </li>
        ))}
      </ul>
      {cancelling && (
        <CancelDialog
          appointment={cancelling}
          onCancelled={() => setCancelled(cancelling)}
          onClose={() => setCancelling(null)}
        />
      )}
    </section>
  )
}

function CancelDialog(props: { appointment: GroupAppointment; onCancelled(): void; onClose(): void }) {
  const { appointment, onCancelled, onClose } = props
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelBookedAppointment(appointment.id_appointment),
    onSuccess: async () => {
      onCancelled()
      onClose()
      await client.invalidateQueries({ queryKey: schedulingKey })
    },
  })
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
      {cancel.isError && <ErrorNotice error={cancel.error} />}
      <p>
        Es la hora de {appointment.patient_full_name} del {appointment.date}, {formatTime(appointment.hour)},
        con {withArticle(appointment.doctor_name)}. Le avisaremos por correo, y quedará disponible para otra
        persona.
      </p>
    </ConfirmDialog>
  )
}
