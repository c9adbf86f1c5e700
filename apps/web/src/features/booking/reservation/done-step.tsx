/** Confirmation of a booking: the appointment, how to prepare and how to get there. */

import { modalityNames, videoOpensMinutes } from '@mi-portal/contract/appointments/appointments'
import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import { describeArrival, describeReminderDays } from '@mi-portal/contract/booking/visit-settings'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { toDay } from '@mi-portal/contract/values/dates'
import {
  IconCalendarDown,
  IconCalendarOff,
  IconCircleCheck,
  IconClock,
  IconMapPin,
  IconUser,
  IconVideo,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { formatLongDay, formatTime } from '../../../lib/dates.ts'
import { findSite, portal } from '../../../lib/portal-config.ts'
import { getCurrentUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DateChip } from '../../../ui/date-chip.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { OpeningHours } from '../../../ui/opening-hours.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { VideoLink } from '../../../ui/video-link.tsx'
import { withArticle } from '../../people/people.rules.ts'
import { bookedAppointmentQuery } from '../booked-appointments.queries.ts'
import { confirmationMailKey } from '../booking.queries.ts'
import { Preparation } from '../preparation/preparation.tsx'
import { useSaveCalendarFile } from '../scheduling.queries.ts'
import card from '../slots/slot-card.module.css'
import classes from './done-step.module.css'
import type { StepProps } from './reservation.flow.ts'
import reservation from './reservation.module.css'

// Loaded later, because most bookings need no order and the page may grow by almost nothing.
const ResultChoice = lazyComponent(
  async () => (await import('../../result-choices/result-choice.tsx')).ResultChoice,
)
const NeededOrder = lazyComponent(
  async () => (await import('../../medical-orders/needed-order.tsx')).NeededOrder,
  { isOptional: true },
)

export function DoneStep({ choice }: StepProps) {
  const query = useQuery(bookedAppointmentQuery(choice.reservada ?? 0))
  if (query.error instanceof CallError && query.error.status === 410)
    return (
      <EmptyState
        icon={IconCalendarOff}
        title={query.error.message}
        action={<ButtonLink to="/dashboard/agenda">RESERVAR OTRA HORA</ButtonLink>}
      >
        La hora quedó libre para otra persona. Si todavía necesitas atención, reserva una nueva.
      </EmptyState>
    )
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={420} />}>
      {(booked) => <Confirmation booked={booked} moved={choice.id_appointment !== undefined} />}
    </QueryContent>
  )
}

const readDay = (timestamp: string) => toDay(new Date(timestamp))

function Confirmation({ booked, moved }: { booked: BookedAppointment; moved: boolean }) {
  const { hour: appointment, office } = booked
  const remote = appointment.modality === 'telemedicina'
  const map = findSite(office.office_id)?.map
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  const client = useQueryClient()
  const mail = client.getQueryData<string | null>(confirmationMailKey(appointment.id_appointment))
  const save = useSaveCalendarFile(appointment.id_appointment)
  return (
    <div className={reservation.narrow}>
      <section className={`portal-card ${reservation.card}`}>
        <div className={classes.outcome}>
          <span className={classes.icon}>
            <IconCircleCheck size={28} stroke={1.75} aria-hidden />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {titleOf(appointment, moved)}
          </h1>
        </div>
        <div className={classes.hour}>
          <DateChip date={appointment.date} look={remote ? 'glaciar' : 'lapis'} />
          <div>
            <p className={card.doctor}>{appointment.doctor_name}</p>
            <p>{[appointment.specialty, appointment.sub_context].filter(Boolean).join(' · ')}</p>
            <p className={card.fact}>
              <IconClock size={20} stroke={1.75} aria-hidden />
              <time dateTime={appointment.starts_at} className={card.when}>
                {formatLongDay(readDay(appointment.starts_at))},{' '}
                <span className={card.hour}>{formatTime(appointment.hour)}</span>
              </time>
            </p>
            <p className={card.fact}>
              {remote ? (
                <IconVideo size={20} stroke={1.75} aria-hidden />
              ) : (
                <IconMapPin size={20} stroke={1.75} aria-hidden />
              )}
              {remote
                ? modalityNames.telemedicina
                : `${modalityNames.presencial} · ${appointment.place_care_portal}`}
            </p>
            <p className={card.fact}>
              <IconUser size={20} stroke={1.75} aria-hidden />
              {appointment.patient_full_name}
            </p>
          </div>
        </div>
        <p>{describeMessages(mail ?? null, booked.reminders)}</p>
        {save.isError && <ErrorNotice error={save.error} />}
        <Button
          variant="outline"
          leftSection={<IconCalendarDown size={20} stroke={1.75} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          AGREGAR A MI CALENDARIO
        </Button>
      </section>
      {(booked.exam_id !== null || booked.procedure !== null) && (
        <Suspense>
          <NeededOrder id_appointment={appointment.id_appointment} />
          <ResultChoice id_appointment={appointment.id_appointment} />
        </Suspense>
      )}
      <Preparation booked={booked} />
      <section className={`portal-card ${reservation.card}`} aria-labelledby="way">
        <h2 id="way">{remote ? 'Cómo conectarte' : 'Cómo llegar y entrar'}</h2>
        {remote ? (
          <>
            <p>
              Entra a tus consultas médicas desde un computador o teléfono con cámara. El enlace de la
              videollamada aparece junto a la hora {videoOpensMinutes} minutos antes.
            </p>
            {appointment.video?.url && (
              <VideoLink url={appointment.video.url} withWhom={withArticle(appointment.doctor_name)} />
            )}
          </>
        ) : (
          <>
            <p>
              <strong>{office.name}</strong>
              {office.address && `: ${office.address}`}
            </p>
            <OpeningHours hours={findSite(office.office_id)?.opening_hours} />
            {office.entry && <p>{office.entry}</p>}
            {map && (
              <p>
                <a className="portal-link" href={map} target="_blank" rel="noopener noreferrer">
                  Ver en el mapa (se abre en otra pestaña)
                </a>
              </p>
            )}
            <p>{describeArrival(portal.clinic.arrive_minutes)}</p>
          </>
        )}
        <p>
          Si necesitas ayuda, llama al <PhoneLink number={office.phone} />.
        </p>
      </section>
      <div className={reservation.buttons}>
        <ButtonLink to="/dashboard/consultas-medicas/{-$id}" params={{ id: undefined }}>
          VER MIS HORAS
        </ButtonLink>
        <ButtonLink to="/dashboard/agenda" variant="default">
          RESERVAR OTRA HORA
        </ButtonLink>
      </div>
    </div>
  )
}

/**
 * Returns the sentences on the messages: the mail that the booking sent or did not send, which is unknown after the page was loaded again,
 * and only the reminders that the server will still send.
 */
function describeMessages(mail: string | null, { days, to }: BookedAppointment['reminders']): string {
  const reminder =
    days.length > 0 && `${to === 'caller' ? 'Te' : 'Le'} recordaremos la hora ${describeReminderDays(days)}.`
  return [mail && `${mail}.`, reminder].filter(Boolean).join(' ')
}

function titleOf(appointment: BookedAppointment['hour'], moved: boolean): string {
  if (appointment.patient_id === getCurrentUser()?.id)
    return moved ? 'Cambiaste tu hora' : 'Tu hora está reservada'
  const [name] = appointment.patient_full_name.split(' ')
  return moved ? `Cambiaste la hora de ${name}` : `La hora de ${name} está reservada`
}
