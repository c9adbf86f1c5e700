/** The hours that somebody booked for adults of their group: those alone may be moved and given up from here. */

import type { bookingEndpoints } from '@mi-portal/contract/booking'
import type { Reply } from '@mi-portal/contract/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatHour } from '../../lib/dates.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateChip } from '../../ui/date-chip.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { HourActs } from '../people/hour-acts.tsx'
import { cancelBooked, groupHoursQuery } from './booked-hour.queries.ts'
import { agendaKey } from './booking.queries.ts'
import classes from './group-hours.module.css'

type GroupHour = Reply<typeof bookingEndpoints.booked>['data'][number]

export function GroupHours() {
  const hours = useQuery(groupHoursQuery)
  const [cancelling, setCancelling] = useState<GroupHour | null>(null)
  const [given, setGiven] = useState<GroupHour | null>(null)
  if (hours.isError)
    return (
      <div className={classes.section}>
        <LoadError message={hours.error.message} onRetry={hours.refetch} retrying={hours.isFetching} />
      </div>
    )
  if (!hours.data?.length && !given) return null
  return (
    <section className={classes.section} aria-labelledby="group-hours">
      <h2 id="group-hours">Horas que reservaste para tu grupo</h2>
      <p className={classes.lead}>Ves sólo las que tú reservaste.</p>
      {given && (
        <Notice kind="success" announce title="La hora fue cancelada">
          Cancelaste la hora de {given.patient_full_name} del {given.date} con {given.doctor_name}.
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
          onCancelled={() => setGiven(cancelling)}
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
    mutationFn: () => cancelBooked(hour.id_appointment),
    onSuccess: async () => {
      onCancelled()
      onClose()
      await client.invalidateQueries({ queryKey: agendaKey })
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
      {cancel.isError && <Notice kind="error" title={cancel.error.message} />}
      <p>
        Es la hora de {hour.patient_full_name} del {hour.date}, {formatHour(hour.hour)}, con{' '}
        {hour.doctor_name}. Le avisaremos por correo, y quedará disponible para otra persona.
      </p>
    </ConfirmDialog>
  )
}
