/** The parts of the home page below the next appointment: the further ones and the last ones. */
import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import type { Appointment } from '@mi-portal/contract/appointments/appointments'
import { toDay } from '@mi-portal/contract/values/dates'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { chipParts, formatTime, formatWeekday } from '../../../lib/dates.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, RowList, Section } from '../../../ui/layout/layout.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { FoldArrow, Row, RowArrow, RowLink } from '../../../ui/rows/row.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { withArticle } from '../../people/people.rules.ts'
import { formatPlace } from '../appointment-place.tsx'
import { agendaQuery, appointmentsSummaryQuery } from '../appointments.queries.ts'
import { noPastAppointments } from '../appointments.rules.ts'

// Loaded only for a private appointment, because most patients have none.
const PrivateBadge = lazyComponent(
  async () => (await import('../../private-items/private-badge.tsx')).PrivateBadge,
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

/** The appointments after the next one. `children`: more links about appointments. */
export function UpcomingSummary({ ownId, children }: { ownId: number; children: ReactNode }) {
  const query = useQuery(agendaQuery(ownId, 'all', 'upcoming', 1))
  return (
    <Section
      title={<span id="proximas-horas">Próximas horas</span>}
      aria-labelledby="proximas-horas"
      className="content-start"
      side={
        <TextLink
          to="/dashboard/consultas-medicas/{-$id}"
          params={{ id: undefined }}
          className="flex min-h-11 items-center no-underline"
          aria-label="Ver todas las próximas horas"
        >
          Todas
        </TextLink>
      }
    >
      <QueryContent query={query} skeleton={<BlockSkeleton height={150} />}>
        {({ appointments }) =>
          appointments.length < 2 ? (
            <Card as="div" className="text-muted">
              No tienes otras horas reservadas.
            </Card>
          ) : (
            <RowList>
              {appointments.slice(1, 4).map((appointment, place) => (
                <UpcomingRow
                  key={appointment.id_appointment}
                  appointment={appointment}
                  ownId={ownId}
                  isWideOnly={place === 2}
                />
              ))}
            </RowList>
          )
        }
      </QueryContent>
      {children}
    </Section>
  )
}

interface UpcomingRowProps {
  appointment: AgendaAppointment
  ownId: number
  isWideOnly: boolean
}

function UpcomingRow({ appointment, ownId, isWideOnly }: UpcomingRowProps) {
  const { patient_id, patient_full_name, date, starts_at } = appointment
  const isOwn = patient_id === ownId
  const chip = chipParts(date)
  const place = appointment.modality === 'telemedicina' ? 'Video' : formatPlace(appointment, true)
  const facts = [appointment.specialty, formatTime(appointment.hour), place]
  return (
    <Row
      className={isWideOnly ? 'max-desktop:hidden' : undefined}
      lead={
        <time dateTime={starts_at} title={date} className="w-14 flex-none">
          <span className="block font-strong text-strong">
            {formatWeekday(toDay(new Date(starts_at)))} {chip && Number(chip.day)}
          </span>{' '}
          <span className="type-meta text-muted">{chip?.month}</span>
        </time>
      }
      meta={[...facts, !isOwn && patient_full_name.split(' ')[0]].filter(Boolean).join(' · ')}
      side={<RowArrow />}
    >
      <RowLink
        to="/dashboard/consultas-medicas/hora/$id_appointment"
        params={{ id_appointment: String(appointment.id_appointment) }}
        search={isOwn ? {} : { patient_id }}
      >
        {appointment.doctor_name}
        {privateBadge(appointment)}
      </RowLink>
    </Row>
  )
}

/** The last appointments: folded on phones, open on wide screens. */
export function HistorySummary({ ownId }: { ownId: number }) {
  const query = useQuery(appointmentsSummaryQuery(ownId, 'history'))
  const isWide = useWideScreen()
  return (
    <Card aria-labelledby="historial" className="self-start py-0 desktop:py-2 desktop:only:col-span-full">
      <details key={String(isWide)} open={isWide}>
        <summary className="flex min-h-14 cursor-pointer list-none items-center gap-2">
          <h2 id="historial" className="type-body font-body font-strong">
            Historial de horas
          </h2>
          <FoldArrow />
        </summary>
        <QueryContent query={query} skeleton={<BlockSkeleton height={180} />}>
          {({ appointments }) =>
            appointments.length === 0 ? (
              <p className="py-2 text-muted">{noPastAppointments}</p>
            ) : (
              <ul className="plain-list rows">
                {appointments.map((appointment) => (
                  <Row
                    key={appointment.id_appointment}
                    meta={`${appointment.date} · ${appointment.specialty}`}
                    side={
                      appointment.rut_professional !== '' && (
                        <ButtonLink
                          size="xs"
                          variant="text"
                          to="/reservas"
                          search={{ rut_professional: appointment.rut_professional, patient_id: ownId }}
                          aria-label={`Reservar de nuevo con ${withArticle(appointment.doctor_name)}`}
                        >
                          Reservar de nuevo
                        </ButtonLink>
                      )
                    }
                  >
                    <RowLink to="/dashboard/consultas-medicas/{-$id}" params={{ id: 'horas-pasadas' }}>
                      {appointment.doctor_name}
                      {privateBadge(appointment)}
                    </RowLink>
                  </Row>
                ))}
              </ul>
            )
          }
        </QueryContent>
      </details>
    </Card>
  )
}
