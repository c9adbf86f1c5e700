/**
 * Shows a page of a patient's appointments as cards. Future ones can be changed or cancelled, past ones booked again.
 */
import type { Appointment } from '@mi-portal/contract/appointments'
import { IconCalendarOff, IconClock, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { formatHour } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DateChip } from '../../ui/date-chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { ProfessionalPhoto } from '../../ui/professional-photo.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import { HourActs } from '../people/hour-acts.tsx'
import { withArticle } from '../people/people.rules.ts'
import { RecordLoaded } from '../people/record-loaded.tsx'
import { type HoursWhen, hoursQuery } from './appointments.queries.ts'
import { HourPlace } from './hour-place.tsx'
import classes from './hours-list.module.css'
import { VideoVisit } from './video-visit.tsx'

const CancelHourDialog = lazyPart(async () => (await import('./cancel-hour-dialog.tsx')).CancelHourDialog)

interface HoursListProps {
  patientId: number
  when: HoursWhen
  page: number
  onPage(page: number): unknown
  /** Returns to the user's own record. */
  onBack(): unknown
  /** Called when the user wants another appointment with the same professional. */
  onRebook(hour: Appointment): void
}

export function HoursList({ patientId, when, page, onPage, onBack, onRebook }: HoursListProps) {
  const query = useQuery(hoursQuery(patientId, when, page))
  const [cancelling, setCancelling] = useState<Appointment | null>(null)
  const list = useRef<HTMLDivElement>(null)

  useExistingPage(query.data, onPage)

  function closeDialog() {
    setCancelling(null)
    // The button that opened the dialog disappeared with its row, so the focus moves to the list.
    setTimeout(() => {
      if (document.activeElement === document.body) list.current?.focus()
    })
  }

  return (
    <div ref={list} tabIndex={-1} className={classes.frame}>
      <RecordLoaded query={query} onBack={onBack}>
        {(hours) =>
          hours.appointments.length === 0 ? (
            <NoAppointments when={when} />
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

function NoAppointments({ when }: { when: HoursWhen }) {
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
  // Past appointments show the year, because the short date alone would be ambiguous.
  const short = when === 'history' ? `${hour.date_mobile} ${hour.date.slice(-4)}` : hour.date_mobile
  return (
    <li className={`portal-card ${classes.card}`}>
      <DateChip date={hour.date} look={hour.modality === 'telemedicina' ? 'glaciar' : 'lapis'} />
      <div className={classes.who}>
        <ProfessionalPhoto name={hour.doctor_name} image={hour.doctor_image} size={44} />
        <div className={classes.words}>
          <h2 className={classes.doctor}>{hour.doctor_name}</h2>
          <p>{[hour.specialty, hour.sub_context].filter(Boolean).join(' · ')}</p>
        </div>
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
        {when === 'upcoming' && hour.can_move !== false && (
          <ButtonLink
            size="sm"
            variant="light"
            to="/reservas"
            search={{ reservada: hour.id_appointment }}
            aria-label={`Ver preparación y calendario de la hora con ${withArticle(hour.doctor_name)} del ${hour.date}`}
          >
            Preparación y calendario
          </ButtonLink>
        )}
        {when === 'upcoming' ? (
          <HourActs
            id_appointment={hour.id_appointment}
            which={`con ${withArticle(hour.doctor_name)} del ${hour.date}`}
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
            aria-label={`Reservar de nuevo con ${withArticle(hour.doctor_name)}`}
          >
            Reservar de nuevo
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
