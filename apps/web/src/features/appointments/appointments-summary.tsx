/** The cards of the home page: the next appointment, the further ones and the last ones. */
import type { Appointment } from '@mi-portal/contract/appointments'
import {
  IconCalendarOff,
  IconCalendarPlus,
  IconChevronRight,
  IconClock,
  IconHistory,
  IconStethoscope,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DateChip } from '../../ui/date-chip.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { withArticle } from '../people/people.rules.ts'
import { AppointmentPlace, formatPlace } from './appointment-place.tsx'
import { appointmentsSummaryQuery } from './appointments.queries.ts'
import classes from './appointments-summary.module.css'
import { VideoVisit } from './video-visit.tsx'

// Loaded only for a private appointment, because most patients have none.
const PrivateBadge = lazyComponent(
  async () => (await import('../private-items/private-badge.tsx')).PrivateBadge,
  { isOptional: true },
)

/** The mark «Solo yo», which the server sends to the patient alone. */
function privateBadge({ is_private }: Appointment): ReactNode {
  return (
    is_private && (
      <Suspense>
        {' '}
        <PrivateBadge isPrivate />
      </Suspense>
    )
  )
}

/** The next appointment with what can be done about it. Nothing if there is none. */
export function NextAppointment({ ownId }: { ownId: number }) {
  const { data, isPending } = useQuery(appointmentsSummaryQuery(ownId, 'upcoming'))
  const titleId = useId()
  if (isPending) return <BlockSkeleton height={230} />
  const next = data?.appointments[0]
  if (next === undefined) return null
  const params = { id_appointment: String(next.id_appointment) }
  return (
    <section className={`portal-card ${classes.card}`} aria-labelledby={titleId}>
      <h2 id={titleId}>Tu próxima hora</h2>
      <ul className={classes.list}>
        <UpcomingRow appointment={next} />
      </ul>
      <div className={classes.actions}>
        <ButtonLink size="sm" to="/dashboard/consultas-medicas/hora/$id_appointment" params={params}>
          Confirmar, cambiar o preparar
        </ButtonLink>
      </div>
    </section>
  )
}

/** The appointments after the next one. */
export function UpcomingSummary({ ownId }: { ownId: number }) {
  const query = useQuery(appointmentsSummaryQuery(ownId, 'upcoming'))
  return (
    <SummaryCard title="Próximas horas" more={{}} moreLabel="Ver todas las próximas horas">
      <QueryContent query={query} skeleton={<BlockSkeleton height={290} />}>
        {({ appointments }) =>
          appointments.length === 0 ? (
            <div className={classes.empty}>
              <IconCalendarOff size={26} stroke={1.75} aria-hidden />
              <p>Aún no tienes próximas horas médicas reservadas</p>
              <ButtonLink
                to="/dashboard/agenda"
                size="sm"
                variant="light"
                leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden />}
              >
                RESERVAR HORA
              </ButtonLink>
            </div>
          ) : appointments.length === 1 ? (
            <p className={classes.muted}>No tienes otras horas reservadas.</p>
          ) : (
            <ul className={classes.list}>
              {appointments.slice(1).map((appointment) => (
                <UpcomingRow key={appointment.id_appointment} appointment={appointment} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </SummaryCard>
  )
}

function UpcomingRow({ appointment }: { appointment: Appointment }) {
  return (
    <li>
      <Link to="/dashboard/consultas-medicas/{-$id}" params={{ id: undefined }} className={classes.upcoming}>
        <DateChip
          date={appointment.date}
          look={appointment.modality === 'telemedicina' ? 'glaciar' : 'lapis'}
        />
        <span className={classes.words}>
          <span className={classes.doctor}>
            {appointment.doctor_name}
            {privateBadge(appointment)}
          </span>
          <span className={classes.specialty}>{appointment.specialty}</span>
          <span className={classes.facts}>
            <span className={classes.fact}>
              <IconClock size={18} stroke={1.75} aria-hidden />
              <time dateTime={appointment.starts_at}>
                {appointment.date}, {formatTime(appointment.hour)}
              </time>
            </span>
            <span className={classes.fact}>
              <AppointmentPlace appointment={appointment} short />
            </span>
          </span>
        </span>
        <IconChevronRight className={classes.chevron} size={20} stroke={1.75} aria-hidden />
      </Link>
      {appointment.video && (
        <div className={classes.video}>
          <VideoVisit appointment={appointment} />
        </div>
      )}
    </li>
  )
}

export function HistorySummary({ ownId }: { ownId: number }) {
  const query = useQuery(appointmentsSummaryQuery(ownId, 'history'))
  return (
    <SummaryCard
      title="Historial de horas"
      more={{ id: 'horas-pasadas' }}
      moreLabel="Ver todas las horas pasadas"
    >
      <QueryContent query={query} skeleton={<BlockSkeleton height={180} />}>
        {({ appointments }) =>
          appointments.length === 0 ? (
            <div className={classes.empty}>
              <IconHistory size={26} stroke={1.75} aria-hidden />
              <p>Aún no tienes horas médicas pasadas en este historial</p>
            </div>
          ) : (
            <ul className={classes.list}>
              {appointments.map((appointment) => (
                <li key={appointment.id_appointment} className={classes.past}>
                  <Link
                    to="/dashboard/consultas-medicas/{-$id}"
                    params={{ id: 'horas-pasadas' }}
                    className={classes.pastLink}
                  >
                    <span className={classes.tile}>
                      <IconStethoscope size={20} stroke={1.75} aria-hidden />
                    </span>
                    <span className={classes.words}>
                      <span className={classes.doctor}>
                        {appointment.doctor_name}
                        {privateBadge(appointment)}
                      </span>
                      <span className={classes.muted}>
                        {appointment.specialty} · {formatPlace(appointment, true)}
                      </span>
                    </span>
                    <time className={classes.muted} dateTime={appointment.starts_at}>
                      {appointment.date}
                    </time>
                  </Link>
                  {appointment.rut_professional !== '' && (
                    <ButtonLink
                      size="xs"
                      variant="light"
                      to="/reservas"
                      search={{ rut_professional: appointment.rut_professional, patient_id: ownId }}
                      aria-label={`Reservar de nuevo con ${withArticle(appointment.doctor_name)}`}
                    >
                      Reservar de nuevo
                    </ButtonLink>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
      <p className={classes.foot}>
        <TextLink
          to="/dashboard/consultas-medicas/{-$id}"
          params={{ id: 'solicitar-documento' }}
          search={{ solicitar: true }}
        >
          Solicitar un certificado u otro documento
        </TextLink>
      </p>
    </SummaryCard>
  )
}

function SummaryCard(props: {
  title: string
  more: { id?: string }
  moreLabel: string
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section className={`portal-card ${classes.card}`} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId}>{props.title}</h2>
        <TextLink
          to="/dashboard/consultas-medicas/{-$id}"
          params={{ id: props.more.id }}
          aria-label={props.moreLabel}
        >
          Ver todas
        </TextLink>
      </div>
      {props.children}
    </section>
  )
}
