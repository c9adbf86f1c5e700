/** The next appointment of the user and of the people whose appointments the user may see, with what can be done about it. */
import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import { toDay } from '@mi-portal/contract/values/dates'
import {
  IconCalendarPlus,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconMapPin,
  IconVideo,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { formatTime, today } from '../../../lib/dates.ts'
import { findSite } from '../../../lib/portal-config.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Card, Cluster, Spread } from '../../../ui/layout/layout.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { ProfessionalPhoto } from '../../../ui/professional-photo.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { Ridge } from '../../../ui/ridge.tsx'
import { IconTile } from '../../../ui/rows/row.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TextAnchor } from '../../../ui/text-link.tsx'
import { agendaQuery, useConfirmAppointment } from '../../appointments/appointments.queries.ts'
import { distinguish, noUpcomingAppointments } from '../../appointments/appointments.rules.ts'
import { VideoVisit } from '../../appointments/video-visit.tsx'
import { PrivateBadge } from '../../private-items/private-badge.tsx'
import { useSaveCalendarFile } from '../scheduling.queries.ts'
import { describeAddress, describeSoon } from './next-appointment.rules.ts'

const CancelAppointmentDialog = lazyComponent(
  async () => (await import('../../appointments/cancel-appointment-dialog.tsx')).CancelAppointmentDialog,
)

interface NextAppointmentProps {
  ownId: number
  /** Called when the user wants another appointment with the same professional. */
  onRebook(appointment: AgendaAppointment): void
}

export function NextAppointment({ ownId, onRebook }: NextAppointmentProps) {
  const query = useQuery(agendaQuery(ownId, 'all', 'upcoming', 1))
  // Outside of the card, which shows another appointment once this one is cancelled.
  const [cancelling, setCancelling] = useState<AgendaAppointment | null>(null)
  return (
    <>
      <QueryContent query={query} skeleton={<BlockSkeleton height={430} />}>
        {({ appointments: [next] }) =>
          next ? (
            <Hero key={next.id_appointment} appointment={next} ownId={ownId} onCancel={setCancelling} />
          ) : (
            <NoAppointment />
          )
        }
      </QueryContent>
      {cancelling && (
        <Suspense>
          <CancelAppointmentDialog
            appointment={cancelling}
            onClose={() => setCancelling(null)}
            onRebook={() => {
              setCancelling(null)
              onRebook(cancelling)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function NoAppointment() {
  return (
    <Card className="grid justify-items-center gap-4 py-6 text-center shadow-e2">
      <Ridge />
      <h2 className="max-w-notice">{noUpcomingAppointments}</h2>
      <ButtonLink
        to="/dashboard/agenda"
        className="max-desktop:w-full"
        leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
      >
        Reservar hora
      </ButtonLink>
      <ButtonLink to="/dashboard/agenda-imagenologia" variant="text">
        Pedir un examen
      </ButtonLink>
    </Card>
  )
}

interface HeroProps {
  appointment: AgendaAppointment
  ownId: number
  onCancel(appointment: AgendaAppointment): void
}

function Hero({ appointment, ownId, onCancel }: HeroProps) {
  const { id_appointment, doctor_name, doctor_image, starts_at, hour, patient_id } = appointment
  const isOwn = patient_id === ownId
  const kind = [appointment.specialty, appointment.sub_context].filter(Boolean).join(' · ')
  return (
    <Card aria-labelledby="proxima-hora" className="flex flex-col gap-4 px-6 shadow-e2">
      <div className="grid gap-2">
        <Spread>
          <h2 id="proxima-hora" className="type-meta font-strong text-link">
            Tu próxima hora
          </h2>
          <State appointment={appointment} />
        </Spread>
        <p className="type-title text-strong">
          <time dateTime={starts_at} title={`${appointment.date}, ${formatTime(hour)}`}>
            {describeSoon(toDay(new Date(starts_at)), today())}
            <span className="max-desktop:hidden"> · </span>
            <span className="max-desktop:block">{formatTime(hour)}</span>
          </time>
        </p>
      </div>
      <div className="grid gap-4 desktop:grid-cols-2">
        <Link
          to="/dashboard/consultas-medicas/hora/$id_appointment"
          params={{ id_appointment: String(id_appointment) }}
          search={isOwn ? {} : { patient_id }}
          className="group flex min-h-14 items-start gap-4 text-body no-underline"
        >
          <ProfessionalPhoto name={doctor_name} image={doctor_image} size={56} />
          <span className="min-w-0">
            <span className="block font-strong text-strong group-hover:underline">{doctor_name}</span>
            <span className="type-meta block text-muted">
              {kind}
              {!isOwn && ` · para ${appointment.patient_full_name.split(' ')[0]}`}{' '}
              <PrivateBadge isPrivate={appointment.is_private} />
            </span>
          </span>
        </Link>
        <Place appointment={appointment} />
      </div>
      <VideoVisit appointment={appointment} />
      <Actions appointment={appointment} ownId={ownId} onCancel={() => onCancel(appointment)} />
    </Card>
  )
}

/** The state of the attendance. It takes the focus when the button that confirmed it is gone. */
function State({ appointment }: Pick<HeroProps, 'appointment'>) {
  const { confirmed_at, can_confirm } = appointment
  const isConfirmed = confirmed_at !== null
  const wasConfirmed = useRef(isConfirmed)
  const state = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isConfirmed && !wasConfirmed.current) state.current?.focus()
    wasConfirmed.current = isConfirmed
  }, [isConfirmed])
  return (
    <span ref={state} tabIndex={-1} role="status">
      {isConfirmed && (
        <StatusBadge look="success" icon={IconCircleCheck}>
          Confirmada
        </StatusBadge>
      )}
      {!isConfirmed && can_confirm && (
        <StatusBadge look="attention" icon={IconClock}>
          Por confirmar
        </StatusBadge>
      )}
    </span>
  )
}

function Place({ appointment }: Pick<HeroProps, 'appointment'>) {
  const site = findSite(appointment.site ?? undefined)
  // Floor and room matter on the way; before, the page of the appointment has them.
  const isToday = toDay(new Date(appointment.starts_at)) === today()
  if (appointment.modality === 'telemedicina')
    return (
      <p className="flex min-h-14 items-center gap-4 font-strong text-strong">
        <IconTile icon={IconVideo} tone="glaciar" /> Por video
      </p>
    )
  return (
    <div className="flex min-h-14 items-start gap-4">
      {site?.photo ? (
        <img src={site.photo} alt="" className="picture size-14 flex-none rounded-picture object-cover" />
      ) : (
        <IconTile icon={IconMapPin} />
      )}
      <div className="min-w-0">
        <p className="font-strong text-strong">{site?.name ?? appointment.place_care_portal}</p>
        {site && (
          <p className="type-meta text-muted">
            {describeAddress(site, isToday ? appointment.place_care_portal : '')}
          </p>
        )}
        {site?.map && (
          <TextAnchor
            href={site.map}
            target="_blank"
            rel="noopener noreferrer"
            className="flex min-h-11 items-center gap-2 no-underline"
            aria-label={`Cómo llegar a ${site.name} (se abre en otra pestaña)`}
          >
            <IconMapPin size={20} stroke={1.75} aria-hidden />
            Cómo llegar
          </TextAnchor>
        )}
      </div>
    </div>
  )
}

function Actions({ appointment, ownId, onCancel }: Omit<HeroProps, 'onCancel'> & { onCancel(): void }) {
  const { id_appointment, confirmed_at, can_confirm, may_change, can_move } = appointment
  const confirm = useConfirmAppointment(id_appointment)
  const save = useSaveCalendarFile(id_appointment)
  const which = distinguish(appointment, ownId)
  if (!may_change)
    return <p className="type-meta text-muted">Puedes ver esta hora, pero no cambiarla ni cancelarla.</p>
  const error = confirm.error ?? save.error
  const confirmLabel = appointment.patient_id === ownId ? 'Confirmo' : 'Confirmo su hora'
  return (
    <>
      {error && <ErrorNotice error={error} />}
      <Cluster className="mt-auto max-desktop:justify-around">
        {confirmed_at === null && can_confirm && (
          <Button
            className="max-desktop:w-full"
            leftSection={<IconCheck size={20} stroke={1.75} aria-hidden />}
            loading={confirm.isPending}
            aria-label={`${confirmLabel}: asistencia a la hora ${which}`}
            onClick={() => confirm.mutate()}
          >
            {confirmLabel}
          </Button>
        )}
        {/* The portal has no calendar file of appointments that another system stores. */}
        {confirmed_at !== null && can_move !== false && (
          <Button
            variant="soft"
            className="max-desktop:w-full"
            leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
            loading={save.isPending}
            aria-label={`Agregar al calendario la hora ${which}`}
            onClick={() => save.mutate()}
          >
            Agregar al calendario
          </Button>
        )}
        {can_move !== false && (
          <ButtonLink
            size="sm"
            variant="text"
            to="/reservas"
            search={{ id_appointment }}
            aria-label={`Cambiar hora ${which}`}
          >
            Cambiar
          </ButtonLink>
        )}
        <Button size="sm" variant="text" aria-label={`Cancelar hora ${which}`} onClick={onCancel}>
          <span className="text-muted">Cancelar</span>
        </Button>
        {confirmed_at === null && can_move !== false && (
          <Button
            size="sm"
            variant="text"
            className="ml-auto max-desktop:hidden"
            leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
            loading={save.isPending}
            aria-label={`Agregar al calendario la hora ${which}`}
            onClick={() => save.mutate()}
          >
            Agregar al calendario
          </Button>
        )}
      </Cluster>
    </>
  )
}
