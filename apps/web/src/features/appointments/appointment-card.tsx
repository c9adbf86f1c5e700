/** An appointment in a list: when, with whom, where and whose. The card opens the appointment; what else can be done is in its menu. */
import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import {
  IconCalendarCog,
  IconCalendarDown,
  IconCalendarX,
  IconFileCheck,
  IconListCheck,
  IconMapPin,
  IconPaperclip,
  IconPrinter,
} from '@tabler/icons-react'
import { type ComponentType, Suspense, useId, useState } from 'react'
import { formatTime, today } from '../../lib/dates.ts'
import { findSite, portal } from '../../lib/portal-config.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ActionMenu, MenuAnchor, MenuButton, MenuLine, MenuLink } from '../../ui/layers/action-menu.tsx'
import { join } from '../../ui/layout/layout.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { ProfessionalPhoto } from '../../ui/professional-photo.tsx'
import { RowLink } from '../../ui/rows/row.tsx'
import { withArticle } from '../people/people.rules.ts'
import { useSelectedPersonSearch } from '../people/selected-person.search.ts'
import { PrivateBadge } from '../private-items/private-badge.tsx'
import { usePrivateAction } from '../private-items/private-control.tsx'
import { AppointmentPlace } from './appointment-place.tsx'
import type { AppointmentPeriod } from './appointments.queries.ts'
import { describePlannedDay, distinguish } from './appointments.rules.ts'
import { Attendance } from './attendance.tsx'
import { VideoVisit } from './video-visit.tsx'

const CertificateDialog = lazyComponent(
  async () => (await import('./certificate/certificate-dialog.tsx')).CertificateDialog,
)

/** Stores the file of an appointment for the user's calendar. */
export type UseSaveCalendarFile = (id_appointment: number) => {
  mutate(): void
  error: Error | null
}

interface AppointmentCardProps {
  appointment: AgendaAppointment
  ownId: number
  period: AppointmentPeriod
  /** The patient's name, if the list has appointments of several people and this one is another person's. */
  patientName: string | undefined
  /** Whether it is the very next appointment, which alone has a filled button. */
  isNext: boolean
  className: string
  useSaveCalendarFile: UseSaveCalendarFile
  /** Component that says when the result of a past appointment is expected. */
  expectedResult: ComponentType<{ appointment: AgendaAppointment }>
  onPrint(): void
  onCancel(): void
}

export function AppointmentCard(props: AppointmentCardProps) {
  const { appointment, ownId, period, patientName, isNext, expectedResult: ExpectedResult } = props
  const describedBy = useId()
  const person = useSelectedPersonSearch()
  const which = distinguish(appointment, ownId)
  const isUpcoming = period === 'upcoming'
  const booker = appointment.booked_by?.is_caller === false ? appointment.booked_by.full_name : null
  const calendar = props.useSaveCalendarFile(appointment.id_appointment)
  return (
    <li className={join('relative has-[[data-row]:hover]:bg-page', rowClass, props.className)}>
      <h2 className="type-body font-body font-strong desktop:col-start-1">
        <RowLink
          to="/dashboard/consultas-medicas/hora/$id_appointment"
          params={{ id_appointment: String(appointment.id_appointment) }}
          search={person}
          aria-describedby={describedBy}
        >
          <time dateTime={appointment.starts_at} className="desktop:flex desktop:flex-col">
            <span className="desktop:type-meta desktop:font-normal desktop:text-muted">
              {describePlannedDay(appointment, today())}
            </span>
            <span className="desktop:hidden"> · </span>
            <span className="whitespace-nowrap desktop:type-section">{formatTime(appointment.hour)}</span>
          </time>
        </RowLink>
      </h2>
      <div id={describedBy} className="flex items-center gap-3">
        <ProfessionalPhoto name={appointment.doctor_name} image={appointment.doctor_image} size={48} />
        <div className="min-w-0">
          <p className="font-strong text-strong">
            {appointment.doctor_name} <PrivateBadge isPrivate={appointment.is_private} />
          </p>
          <p className="type-meta text-muted">
            {[appointment.specialty, appointment.sub_context].filter(Boolean).join(' · ')}
            {patientName && (
              <>
                {' · '}para <strong className="text-strong">{patientName}</strong>
              </>
            )}
            {booker !== null && ` · reservada por ${booker}`}
          </p>
        </div>
      </div>
      <div className="type-meta relative text-muted">
        <p className="flex items-start gap-2 *:[svg]:flex-none">
          <AppointmentPlace appointment={appointment} size={20} />
        </p>
        {isUpcoming && <VideoVisit appointment={appointment} />}
        {isUpcoming && appointment.medical_order?.is_attached && <p>Orden médica adjunta</p>}
        {period === 'history' && (
          <Suspense>
            <ExpectedResult appointment={appointment} />
          </Suspense>
        )}
      </div>
      <div className="flex items-center justify-between gap-2">
        <div className="relative min-w-0 flex-1">
          {isUpcoming && appointment.may_change && (
            <Attendance
              appointment={appointment}
              ownId={ownId}
              which={which}
              variant={isNext ? 'filled' : 'soft'}
            />
          )}
          {isUpcoming && !appointment.may_change && (
            <p className="type-meta text-muted">Puedes ver esta hora, pero no cambiarla ni cancelarla.</p>
          )}
          {period === 'history' && appointment.rut_professional !== '' && appointment.may_change && (
            <ButtonLink
              size="sm"
              variant="soft"
              fullWidth
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
        <AppointmentMenu {...props} which={which} onSaveToCalendar={() => calendar.mutate()} />
      </div>
      {calendar.error && (
        <div className="relative desktop:col-span-4">
          <ErrorNotice error={calendar.error} />
        </div>
      )}
    </li>
  )
}

const rowClass =
  'grid grid-cols-1 gap-2 rounded-card bg-card px-4 py-3 shadow-e1 desktop:min-h-24 desktop:grid-cols-[152px_minmax(0,1fr)_200px_240px] desktop:items-center desktop:gap-6 desktop:rounded-none desktop:bg-transparent desktop:px-0 desktop:shadow-none print:break-inside-avoid'

/** What can be done with an appointment besides confirming it; what cannot be undone comes last. */
function AppointmentMenu({
  appointment,
  period,
  which,
  onPrint,
  onCancel,
  onSaveToCalendar,
}: AppointmentCardProps & { which: string; onSaveToCalendar(): void }) {
  const { id_appointment, medical_order } = appointment
  const person = useSelectedPersonSearch()
  const [isCertifying, setIsCertifying] = useState(false)
  const mark = usePrivateAction({
    item: { kind: 'appointment', id_appointment },
    patientId: appointment.patient_id,
    isPrivate: appointment.is_private,
  })
  const toAppointment = {
    to: '/dashboard/consultas-medicas/hora/$id_appointment',
    params: { id_appointment: String(id_appointment) },
    search: person,
  } as const
  const site = appointment.modality === 'presencial' ? findSite(appointment.site ?? undefined) : undefined
  const mayChange = period === 'upcoming' && appointment.may_change
  const isMovedHere = appointment.can_move !== false
  return (
    <>
      <ActionMenu
        label={`Más acciones de la hora ${which}`}
        title={`${appointment.doctor_name}, ${appointment.date}`}
      >
        {mayChange &&
          (isMovedHere ? (
            <MenuLink icon={IconCalendarCog} to="/reservas" search={{ id_appointment }}>
              Cambiar hora
            </MenuLink>
          ) : (
            <MenuButton
              icon={IconCalendarCog}
              unavailable={`Reserva otra y cancela esta, o llama al ${portal.supportPhone}.`}
            >
              Cambiar hora
            </MenuButton>
          ))}
        <MenuLink icon={IconListCheck} {...toAppointment}>
          {period === 'upcoming' ? 'Detalle y preparación' : 'Ver la hora'}
        </MenuLink>
        {period === 'upcoming' && medical_order?.is_needed && medical_order.can_change && (
          <MenuLink icon={IconPaperclip} {...toAppointment}>
            Adjuntar orden médica
          </MenuLink>
        )}
        {period === 'upcoming' && site?.map && (
          <MenuAnchor icon={IconMapPin} href={site.map} target="_blank" rel="noopener noreferrer">
            Cómo llegar <span className="portal-hidden">a {site.name} (se abre en otra pestaña)</span>
          </MenuAnchor>
        )}
        {mayChange && isMovedHere && (
          <MenuButton icon={IconCalendarDown} onClick={onSaveToCalendar}>
            Agregar al calendario
          </MenuButton>
        )}
        {period === 'history' && appointment.certificate !== null && (
          <MenuButton
            icon={IconFileCheck}
            unavailable={noCertificate[appointment.certificate]}
            onClick={() => setIsCertifying(true)}
          >
            Certificado de atención
          </MenuButton>
        )}
        {/* One that another person booked cannot be kept private, because that person knows it. */}
        {mark.action && appointment.booked_by === null && (
          <MenuButton icon={mark.action.icon} onClick={mark.action.ask}>
            {mark.action.label}
          </MenuButton>
        )}
        <MenuButton icon={IconPrinter} onClick={onPrint}>
          Imprimir
        </MenuButton>
        {mayChange && (
          <>
            <MenuLine />
            <MenuButton icon={IconCalendarX} onClick={onCancel}>
              Cancelar hora
            </MenuButton>
          </>
        )}
      </ActionMenu>
      {mark.dialog}
      {isCertifying && (
        <Suspense>
          <CertificateDialog appointment={appointment} onClose={() => setIsCertifying(false)} />
        </Suspense>
      )}
    </>
  )
}

const noCertificate = {
  available: undefined,
  missed: 'La clínica registró que nadie se presentó a esta hora.',
  unknown: 'La asistencia aún no está registrada.',
} as const
