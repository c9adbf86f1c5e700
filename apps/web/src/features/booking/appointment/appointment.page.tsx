/** One appointment with all that the day needs: when, where, for whom, how to prepare, and what can be done with it. */

import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import { describeArrival } from '@mi-portal/contract/booking/visit-settings'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { toDay } from '@mi-portal/contract/values/dates'
import {
  IconCalendarOff,
  IconClock,
  IconMapPin,
  IconPrinter,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { formatTime, today } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Card, Stack } from '../../../ui/layout/layout.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { ProfessionalPhoto } from '../../../ui/professional-photo.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { AppointmentPlace } from '../../appointments/appointment-place.tsx'
import { appointmentQuery } from '../../appointments/appointments.queries.ts'
import { describeBooker, describeDay, distinguish } from '../../appointments/appointments.rules.ts'
import { Attendance } from '../../appointments/attendance.tsx'
import { CertificateButton } from '../../appointments/certificate/certificate-button.tsx'
import { VideoVisit } from '../../appointments/video-visit.tsx'
import { WayToSite } from '../../appointments/way-to-site.tsx'
import { MedicalOrder } from '../../medical-orders/medical-order.tsx'
import { AppointmentActions } from '../../people/appointment-actions.tsx'
import { useSelectedPersonSearch } from '../../people/selected-person.search.ts'
import { PrivateBadge } from '../../private-items/private-badge.tsx'
import { AppointmentPrivateControl } from '../../private-items/private-control.tsx'
import { ResultChoice } from '../../result-choices/result-choice.tsx'
import { bookedAppointmentQuery } from '../booked-appointments.queries.ts'
import { useBookingChat } from '../chat/booking-chat.tsx'
import { Preparation } from '../preparation/preparation.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { ToolButton } from './tool-button.tsx'

const CancelAppointmentDialog = lazyComponent(
  async () => (await import('../../appointments/cancel-appointment-dialog.tsx')).CancelAppointmentDialog,
)

const list = '/dashboard/consultas-medicas/{-$id}'

export function AppointmentPage() {
  const user = useCurrentUser()
  return user && <ShownAppointment user={user} />
}

function ShownAppointment({ user }: { user: CurrentUser }) {
  const { id_appointment = '0' } = useParams({ strict: false })
  const search = useSelectedPersonSearch()
  const query = useQuery(appointmentQuery(Number(id_appointment)))
  // Outside of the details, which are gone once the appointment is cancelled.
  const [cancelling, setCancelling] = useState<AgendaAppointment | null>(null)
  const openChat = useBookingChat()
  const isGone =
    query.error instanceof CallError && (query.error.status === 404 || query.error.status === 410)
  return (
    <>
      <BackLink to={list} params={{ id: undefined }} search={search}>
        Consultas médicas
      </BackLink>
      {(isGone || query.data === undefined) && <PageHeading title="Tu hora" />}
      {isGone && query.error ? (
        <EmptyState
          icon={IconCalendarOff}
          title={query.error.message}
          action={
            <ButtonLink to={list} params={{ id: undefined }} search={search}>
              VER MIS HORAS
            </ButtonLink>
          }
        />
      ) : (
        <QueryContent query={query} skeleton={<BlockSkeleton height={420} />}>
          {({ appointment, is_over }) => (
            <Details
              appointment={appointment}
              isOver={is_over}
              user={user}
              isCancelling={cancelling !== null}
              onCancel={() => setCancelling(appointment)}
            />
          )}
        </QueryContent>
      )}
      {cancelling && (
        <Suspense>
          <CancelAppointmentDialog
            appointment={cancelling}
            onClose={() => setCancelling(null)}
            onRebook={() => {
              setCancelling(null)
              openChat({ kind: 'again', hour: cancelling })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface DetailsProps {
  appointment: AgendaAppointment
  isOver: boolean
  user: CurrentUser
  /** Whether the appointment may be gone, so that nothing more is asked about it. */
  isCancelling: boolean
  onCancel(): void
}

function Details({ appointment, isOver, user, isCancelling, onCancel }: DetailsProps) {
  const isOwn = appointment.patient_id === user.id
  const day = describeDay(toDay(new Date(appointment.starts_at)), today())
  const booker = describeBooker(appointment)
  const hasPreparation = !isOver && appointment.can_move !== false && appointment.may_change
  return (
    <>
      <PageHeading title={isOwn ? 'Tu hora' : `Hora de ${appointment.patient_full_name}`} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-2 print:block">
        <Card className="grid grid-cols-1 gap-4 print:p-0 print:shadow-none" aria-label="Datos de la hora">
          <p className="type-section text-strong">
            <time dateTime={appointment.starts_at}>
              {day} · <span className="whitespace-nowrap">{formatTime(appointment.hour)}</span>
            </time>
          </p>
          <div className="flex items-center gap-4">
            <ProfessionalPhoto name={appointment.doctor_name} image={appointment.doctor_image} size={56} />
            <div className="min-w-0">
              <h2 className="type-body font-body font-strong">
                {appointment.doctor_name} <PrivateBadge isPrivate={appointment.is_private} />
              </h2>
              <p className="type-meta text-muted">
                {[appointment.specialty, appointment.sub_context].filter(Boolean).join(' · ')}
              </p>
            </div>
          </div>
          <ul className="plain-list grid gap-2 *:flex *:items-start *:gap-3 [&_svg]:flex-none [&_svg]:text-muted">
            <li>
              <AppointmentPlace appointment={appointment} size={20} />
            </li>
            <Site appointment={appointment} />
            <li>
              <IconUser size={20} stroke={1.75} aria-hidden />
              <span>Paciente: {appointment.patient_full_name}</span>
            </li>
            {booker && (
              <li>
                <IconUserCheck size={20} stroke={1.75} aria-hidden />
                <span>{booker}</span>
              </li>
            )}
            {isOver && (
              <li>
                <IconClock size={20} stroke={1.75} aria-hidden />
                <span>Esta hora ya pasó.</span>
              </li>
            )}
          </ul>
          {!isOver && appointment.video && <VideoVisit appointment={appointment} />}
          <Actions appointment={appointment} isOver={isOver} user={user} onCancel={onCancel} />
        </Card>
        {(appointment.medical_order !== null || hasPreparation) && (
          <Stack gap="lg">
            {appointment.medical_order !== null && (
              <MedicalOrder
                id_appointment={appointment.id_appointment}
                isNeeded={appointment.medical_order.is_needed}
              />
            )}
            {appointment.medical_order !== null && (
              <ResultChoice id_appointment={appointment.id_appointment} />
            )}
            {hasPreparation && <HowToPrepare appointment={appointment} isCancelling={isCancelling} />}
          </Stack>
        )}
      </div>
    </>
  )
}

function Site({ appointment }: { appointment: AgendaAppointment }) {
  if (appointment.modality === 'telemedicina' || appointment.site === null) return null
  return (
    <li>
      <IconMapPin size={20} stroke={1.75} aria-hidden />
      <span>
        <WayToSite appointment={appointment} />
      </span>
    </li>
  )
}

function Actions({ appointment, isOver, user, onCancel }: Omit<DetailsProps, 'isCancelling'>) {
  const which = distinguish(appointment, user.id)
  return (
    <>
      {!isOver && appointment.may_change && (
        <div className="flex flex-wrap items-center gap-3 max-desktop:*:w-full">
          <AppointmentActions
            id_appointment={appointment.id_appointment}
            which={which}
            confirmation={<Attendance appointment={appointment} ownId={user.id} which={which} dated />}
            instead={appointment.can_move === false ? <MovedElsewhere /> : undefined}
            onCancel={onCancel}
          />
        </div>
      )}
      {isOver && appointment.certificate !== null && (
        <div className="flex flex-wrap items-center gap-3 max-desktop:*:w-full">
          <CertificateButton appointment={appointment} ownId={user.id} which={which} />
        </div>
      )}
      <div className="-mx-3 flex flex-wrap gap-x-2 border-t border-line pt-2 print:hidden">
        {!isOver && appointment.can_move !== false && appointment.may_change && (
          <CalendarButton id_appointment={appointment.id_appointment} which={which} />
        )}
        <AppointmentPrivateControl appointment={appointment} which={which} />
        <ToolButton icon={IconPrinter} onClick={() => window.print()}>
          Imprimir
        </ToolButton>
      </div>
    </>
  )
}

function HowToPrepare({ appointment, isCancelling }: Pick<DetailsProps, 'appointment' | 'isCancelling'>) {
  const query = useQuery({
    ...bookedAppointmentQuery(appointment.id_appointment),
    enabled: !isCancelling,
  })
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={200} />}>
      {(booked) => (
        <>
          <Preparation booked={booked} />
          {appointment.modality === 'presencial' && (
            <Card
              className="grid grid-cols-1 gap-4 print:p-0 print:shadow-none"
              aria-labelledby="como-entrar"
            >
              <h2 id="como-entrar">Al llegar</h2>
              {booked.office.entry && <p>{booked.office.entry}</p>}
              <p>{describeArrival(portal.clinic.arrive_minutes)}</p>
            </Card>
          )}
        </>
      )}
    </QueryContent>
  )
}

/** Says how an appointment of another system is changed. */
function MovedElsewhere() {
  return (
    <p className="type-meta text-muted">
      Para cambiarla, reserva otra y cancela esta, o llama al <PhoneLink number={portal.supportPhone} />.
    </p>
  )
}
