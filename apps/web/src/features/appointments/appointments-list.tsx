/**
 * Shows a page of a patient's appointments as cards. Future ones can be changed or cancelled, past ones booked again.
 */
import type { Appointment } from '@mi-portal/contract/appointments'
import { IconCalendarOff, IconClock, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { getCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DateChip } from '../../ui/date-chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PagePicker } from '../../ui/page-picker.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { ProfessionalPhoto } from '../../ui/professional-photo.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import { AppointmentActions } from '../people/appointment-actions.tsx'
import { withArticle } from '../people/people.rules.ts'
import { RecordContent } from '../people/record-content.tsx'
import { AppointmentPlace } from './appointment-place.tsx'
import { type AppointmentPeriod, appointmentsQuery } from './appointments.queries.ts'
import classes from './appointments-list.module.css'
import { VideoVisit } from './video-visit.tsx'

const CancelAppointmentDialog = lazyComponent(
  async () => (await import('./cancel-appointment-dialog.tsx')).CancelAppointmentDialog,
)

interface AppointmentsListProps {
  patientId: number
  when: AppointmentPeriod
  page: number
  onPage(page: number): unknown
  /** Returns to the user's own record. */
  onBack(): unknown
  /** Called when the user wants another appointment with the same professional. */
  onRebook(appointment: Appointment): void
}

export function AppointmentsList({ patientId, when, page, onPage, onBack, onRebook }: AppointmentsListProps) {
  const query = useQuery(appointmentsQuery(patientId, when, page))
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
      <RecordContent query={query} onBack={onBack}>
        {(appointments) =>
          appointments.appointments.length === 0 ? (
            <NoAppointments when={when} patientId={patientId} />
          ) : (
            <>
              <ul
                className={query.isPlaceholderData ? `${classes.list} ${classes.stale}` : classes.list}
                aria-busy={query.isPlaceholderData || undefined}
              >
                {appointments.appointments.map((appointment) => (
                  <AppointmentCard
                    key={appointment.id_appointment}
                    appointment={appointment}
                    when={when}
                    onCancel={() => setCancelling(appointment)}
                  />
                ))}
              </ul>
              <PagePicker {...appointments} page={page} noun="horas" onPage={onPage} />
            </>
          )
        }
      </RecordContent>
      {cancelling && (
        <Suspense>
          <CancelAppointmentDialog
            appointment={cancelling}
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

function NoAppointments({ when, patientId }: { when: AppointmentPeriod; patientId: number }) {
  const book = (
    <ButtonLink
      to="/dashboard/agenda"
      search={patientId === getCurrentUser()?.id ? {} : { patient_id: patientId }}
    >
      RESERVAR HORA
    </ButtonLink>
  )
  if (when === 'history')
    return (
      <EmptyState
        icon={IconHistory}
        title="Aún no tienes horas médicas pasadas en este historial"
        action={book}
      />
    )
  return (
    <EmptyState
      icon={IconCalendarOff}
      title="Aún no tienes próximas horas médicas reservadas"
      action={book}
    />
  )
}

function AppointmentCard(props: { appointment: Appointment; when: AppointmentPeriod; onCancel(): void }) {
  const { appointment, when } = props
  const wide = useWideScreen()
  // Past appointments show the year, because the short date alone would be ambiguous.
  const short =
    when === 'history' ? `${appointment.date_mobile} ${appointment.date.slice(-4)}` : appointment.date_mobile
  return (
    <li className={`portal-card ${classes.card}`}>
      <DateChip
        date={appointment.date}
        look={appointment.modality === 'telemedicina' ? 'glaciar' : 'lapis'}
      />
      <div className={classes.who}>
        <ProfessionalPhoto name={appointment.doctor_name} image={appointment.doctor_image} size={44} />
        <div className={classes.words}>
          <h2 className={classes.doctor}>{appointment.doctor_name}</h2>
          <p>{[appointment.specialty, appointment.sub_context].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <dt>Fecha y hora</dt>
          <dd>
            {!wide && <IconClock size={20} stroke={1.75} aria-hidden />}
            <time dateTime={appointment.starts_at}>
              {wide ? appointment.date : short}, {formatTime(appointment.hour)}
            </time>
          </dd>
        </div>
        <div className={classes.fact}>
          <dt>Lugar de atención</dt>
          <dd>
            <AppointmentPlace appointment={appointment} size={wide ? 18 : 20} />
          </dd>
        </div>
      </dl>
      {when === 'upcoming' && appointment.video && (
        <div className={classes.video}>
          <VideoVisit appointment={appointment} />
        </div>
      )}
      <div className={classes.actions}>
        {when === 'upcoming' && appointment.can_move !== false && (
          <ButtonLink
            size="sm"
            variant="light"
            to="/reservas"
            search={{ reservada: appointment.id_appointment }}
            aria-label={`Ver preparación y calendario de la hora con ${withArticle(appointment.doctor_name)} del ${appointment.date}`}
          >
            Preparación y calendario
          </ButtonLink>
        )}
        {when === 'upcoming' ? (
          <AppointmentActions
            id_appointment={appointment.id_appointment}
            which={`con ${withArticle(appointment.doctor_name)} del ${appointment.date}`}
            instead={
              appointment.can_move === false ? (
                <p className={classes.elsewhere}>
                  Para cambiarla, reserva otra y cancela esta, o llama al{' '}
                  <PhoneLink number={portal.supportPhone} />.
                </p>
              ) : undefined
            }
            onCancel={props.onCancel}
          />
        ) : appointment.rut_professional === '' ? null : (
          <ButtonLink
            size="sm"
            variant="default"
            to="/reservas"
            search={{
              rut_professional: appointment.rut_professional,
              patient_id: appointment.patient_id,
            }}
            aria-label={`Reservar de nuevo con ${withArticle(appointment.doctor_name)}`}
          >
            Reservar de nuevo
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
