/**
 * Lists the appointments that the user booked for adults of their group. Only these can be moved or cancelled here.
 */

import type { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import type { Reply } from '@mi-portal/contract/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatHour } from '../../lib/dates.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateChip } from '../../ui/date-chip.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { HourActs } from '../people/hour-acts.tsx'
import { withArticle } from '../people/people.rules.ts'
import { cancelBookedAppointment, groupAppointmentsQuery } from './booked-hour.queries.ts'
import { schedulingKey } from './booking.queries.ts'
import classes from './group-hours.module.css'

type GroupHour = Reply<typeof bookingEndpoints.booked>['data'][number]

export function GroupHours() {
  const hours = useQuery(groupAppointmentsQuery)
  const [cancelling, setCancelling] = useState<GroupHour | null>(null)
  const [cancelled, setCancelled] = useState<GroupHour | null>(null)
  if (hours.isError)
    return (
      <div className={classes.section}>
        <LoadError error={hours.error} onRetry={hours.refetch} retrying={hours.isFetching} />
      </div>
    )
  if (!hours.data?.length && !cancelled) return null
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
        {hours.data?.map((hour) => (
          <li key={hour.id_appointment} className={`portal-card ${classes.card}`}>
            <DateChip date={hour.date} look={hour.modality === 'telemedicina' ? 'glaciar' : 'lapis'} />
            <div className={classes.words}>
              <h3>{hour.patient_full_name}</h3>
              <p>
                {hour.doctor_name} · {hour.specialty}
              </p>
              <p>
                <time dateTime={hour.starts_at}>
                  {hour.date}, {formatHour(hour.hour)}
                </time>{' '}
                · {hour.place_care_portal}
              </p>
            </div>
            <div className={classes.actions}>
              <HourActs
                id_appointment={hour.id_appointment}
                which={`de ${hour.patient_full_name} del ${hour.date}`}
                onCancel={() => setCancelling(hour)}
              />
            </div>
          </li>
        ))}
      </ul>
      {cancelling && (
        <CancelDialog
          hour={cancelling}
          onCancelled={() => setCancelled(cancelling)}
          onClose={() => setCancelling(null)}
        />
      )}
    </section>
  )
}

function CancelDialog(props: { hour: GroupHour; onCancelled(): void; onClose(): void }) {
  const { hour, onCancelled, onClose } = props
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelBookedAppointment(hour.id_appointment),
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
        Es la hora de {hour.patient_full_name} del {hour.date}, {formatHour(hour.hour)}, con{' '}
        {withArticle(hour.doctor_name)}. Le avisaremos por correo, y quedará disponible para otra persona.
      </p>
    </ConfirmDialog>
  )
}
