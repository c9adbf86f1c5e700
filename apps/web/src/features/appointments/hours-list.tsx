/** A page of a patient's hours as cards; those to come can be given up. */
import type { Appointment } from '@mi-portal/contract/appointments'
import { IconCalendarOff, IconClock, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { formatHour } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DateChip } from '../../ui/date-chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { PageBar } from '../../ui/page-bar.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import { HourActs } from '../people/hour-acts.tsx'
import { RecordLoaded } from '../people/record-loaded.tsx'
import { type HoursWhen, hoursQuery } from './appointments.queries.ts'
import { HourPlace } from './hour-place.tsx'
import classes from './hours-list.module.css'
import { VideoVisit } from './video-visit.tsx'

const CancelHourDialog = lazy(async () => ({
  default: (await import('./cancel-hour-dialog.tsx')).CancelHourDialog,
}))

interface HoursListProps {
  patientId: number
  when: HoursWhen
  page: number
  onPage(page: number): unknown
  /** To one's own record. */
  onBack(): unknown
  /** Another hour with the same professional is wanted. */
  onRebook(hour: Appointment): void
}

export function HoursList({ patientId, when, page, onPage, onBack, onRebook }: HoursListProps) {
  const query = useQuery(hoursQuery(patientId, when, page))
  const [cancelling, setCancelling] = useState<Appointment | null>(null)
  const list = useRef<HTMLDivElement>(null)

  useExistingPage(query.data, onPage)

  function closeDialog() {
    setCancelling(null)
    // The button that opened the dialog went with its row.
    setTimeout(() => {
      if (document.activeElement === document.body) list.current?.focus()
    })
  }

  return (
    <div ref={list} tabIndex={-1} className={classes.frame}>
      <RecordLoaded query={query} onBack={onBack}>
        {(hours) =>
          hours.appointments.length === 0 ? (
            <NoHours when={when} />
          ) : (
            <>
              <ul
                className={query.isPlaceholderData ? `${classes.list} ${classes.stale}` : classes.list}
                aria-busy={query.isPlaceholderData || undefined}
              >
                {hours.appointments.map((hour) => (
                  <HourCard
                    key={hour.id_appointment}
                    hour={hour}
                    when={when}
                    onCancel={() => setCancelling(hour)}
                  />
                ))}
              </ul>
              <PageBar {...hours} page={page} noun="horas" onPage={onPage} />
            </>
          )
        }
      </RecordLoaded>
      {cancelling && (
        <Suspense>
          <CancelHourDialog
            hour={cancelling}
            patientId={patientId}
            onClose={closeDialog}
            onRebook={() => {
              closeDialog()
              onRebook(cancelling)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function NoHours({ when }: { when: HoursWhen }) {
  if (when === 'history')
    return <EmptyState icon={IconHistory} title="Aún no tienes horas médicas pasadas en este historial" />
  return (
    <EmptyState
      icon={IconCalendarOff}
      title="Aún no tienes próximas horas médicas reservadas"
      action={<ButtonLink to="/dashboard/agenda">RESERVAR HORA</ButtonLink>}
    />
  )
}

function HourCard(props: { hour: Appointment; when: HoursWhen; onCancel(): void }) {
  const { hour, when } = props
  const wide = useWideScreen()
  // A past day without its year could be any year's.
  const short = when === 'history' ? `${hour.date_mobile} ${hour.date.slice(-4)}` : hour.date_mobile
  return (
    <li className={`portal-card ${classes.card}`}>
      <DateChip date={hour.date} look={hour.modality === 'telemedicina' ? 'glaciar' : 'lapis'} />
      <div className={classes.words}>
        <h2 className={classes.doctor}>{hour.doctor_name}</h2>
        <p>{[hour.specialty, hour.sub_context].filter(Boolean).join(' · ')}</p>
      </div>
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <dt>Fecha y hora</dt>
          <dd>
            {!wide && <IconClock size={20} stroke={1.75} aria-hidden />}
            <time dateTime={hour.starts_at}>
              {wide ? hour.date : short}, {formatHour(hour.hour)}
            </time>
          </dd>
        </div>
        <div className={classes.fact}>
          <dt>Lugar de atención</dt>
          <dd>
            <HourPlace hour={hour} size={wide ? 18 : 20} />
          </dd>
        </div>
      </dl>
      {when === 'upcoming' && hour.video && (
        <div className={classes.video}>
          <VideoVisit hour={hour} />
        </div>
      )}
      <div className={classes.actions}>
        {when === 'upcoming' ? (
          <HourActs
            id_appointment={hour.id_appointment}
            which={`con ${hour.doctor_name} del ${hour.date}`}
            instead={
              hour.can_move === false ? (
                <p className={classes.elsewhere}>
                  Para cambiarla, reserva otra y cancela esta, o llama al{' '}
                  <PhoneLink number={portal.supportPhone} />.
                </p>
              ) : undefined
            }
            onCancel={props.onCancel}
          />
        ) : hour.rut_professional === '' ? null : (
          <ButtonLink
            size="sm"
            variant="default"
            to="/reservas"
            search={{ rut_professional: hour.rut_professional }}
            aria-label={`Reservar de nuevo con ${hour.doctor_name}`}
          >
            Reservar de nuevo
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
