import type { AgendaAppointment } from '@mi-portal/contract/appointment-agenda'
import { IconClock, IconFileCheck, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DateChip } from '../../ui/date-chip.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { ProfessionalPhoto } from '../../ui/professional-photo.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import { AppointmentActions } from '../people/appointment-actions.tsx'
import { withArticle } from '../people/people.rules.ts'
import { useSelectedPersonSearch } from '../people/selected-person.search.ts'
import { PrivateBadge } from '../private-items/private-badge.tsx'
import { AppointmentPrivateControl } from '../private-items/private-control.tsx'
import { AppointmentPlace } from './appointment-place.tsx'
import type { AppointmentPeriod } from './appointments.queries.ts'
import { describeBooker, distinguish } from './appointments.rules.ts'
import classes from './appointments-list.module.css'
import { Attendance } from './attendance.tsx'
import { CertificateButton } from './certificate/certificate-button.tsx'
import { VideoVisit } from './video-visit.tsx'
import { WayToSite } from './way-to-site.tsx'

export type CalendarButtonProps = { id_appointment: number; which: string }

interface AppointmentCardProps {
  appointment: AgendaAppointment
  ownId: number
  period: AppointmentPeriod
  /** Whether the list has appointments of several people, so that each card says whose it is. */
  namesPatient: boolean
  /** Component that stores the appointment in the user's calendar. */
  calendarButton: ComponentType<CalendarButtonProps>
  /** Component that says when the result of a past appointment is expected. */
  expectedResult: ComponentType<{ appointment: AgendaAppointment }>
  onCancel(): void
}

/** An appointment in a list: what, when, where, whose, and what can be done with it. */
export function AppointmentCard(props: AppointmentCardProps) {
  const {
    appointment,
    ownId,
    period,
    namesPatient,
    calendarButton: CalendarButton,
    expectedResult: ExpectedResult,
  } = props
  const wide = useWideScreen()
  const person = useSelectedPersonSearch()
  const which = distinguish(appointment, ownId)
  const booker = describeBooker(appointment)
  // Past appointments show the year, because the short date alone would be ambiguous.
  const short =
    period === 'history'
      ? `${appointment.date_mobile} ${appointment.date.slice(-4)}`
      : appointment.date_mobile
  const toAppointment = {
    to: '/dashboard/consultas-medicas/hora/$id_appointment',
    params: { id_appointment: String(appointment.id_appointment) },
    search: person,
  } as const
  return (
    <li className={`portal-card ${classes.card}`}>
      <DateChip
        date={appointment.date}
        look={appointment.modality === 'telemedicina' ? 'glaciar' : 'lapis'}
      />
      <div className={classes.who}>
        <ProfessionalPhoto name={appointment.doctor_name} image={appointment.doctor_image} size={44} />
        <div className={classes.words}>
          <h3 className={classes.doctor}>
            {appointment.doctor_name} <PrivateBadge isPrivate={appointment.is_private} />
          </h3>
          <p>{[appointment.specialty, appointment.sub_context].filter(Boolean).join(' · ')}</p>
          {(namesPatient || booker) && (
            <p className={classes.patient}>
              <IconUser size={18} stroke={1.75} aria-hidden />
              {[namesPatient && whose(appointment, ownId), booker].filter(Boolean).join(' · ')}
            </p>
          )}
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
      {period === 'history' && <ExpectedResult appointment={appointment} />}
      {period === 'upcoming' && (
        <div className={classes.more}>
          <p className={classes.way}>
            <WayToSite appointment={appointment} />
          </p>
          {appointment.video && <VideoVisit appointment={appointment} />}
          <div className={classes.links}>
            <Link className="portal-link" {...toAppointment}>
              Detalle y preparación <span className="portal-hidden">de la hora {which}</span>
            </Link>
            <OrderState appointment={appointment} which={which} toAppointment={toAppointment} />
            {appointment.can_move !== false && appointment.may_change && (
              <CalendarButton id_appointment={appointment.id_appointment} which={which} />
            )}
          </div>
        </div>
      )}
      <div className={classes.actions}>
        {period === 'upcoming' && !appointment.may_change && (
          <p className={classes.elsewhere}>Puedes ver esta hora, pero no cambiarla ni cancelarla.</p>
        )}
        {period === 'upcoming' && appointment.may_change && (
          <AppointmentActions
            id_appointment={appointment.id_appointment}
            which={which}
            confirmation={<Attendance appointment={appointment} ownId={ownId} which={which} />}
            instead={appointment.can_move === false ? <MovedElsewhere /> : undefined}
            onCancel={props.onCancel}
          />
        )}
        {period === 'history' && (
          <>
            {appointment.rut_professional !== '' && appointment.may_change && (
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
            <CertificateButton appointment={appointment} ownId={ownId} which={which} />
            <ButtonLink size="sm" variant="subtle" aria-label={`Ver la hora ${which}`} {...toAppointment}>
              Ver la hora
            </ButtonLink>
          </>
        )}
        <AppointmentPrivateControl appointment={appointment} which={which} />
      </div>
    </li>
  )
}

interface OrderStateProps {
  appointment: AgendaAppointment
  which: string
  toAppointment: { to: string; params: { id_appointment: string }; search: object }
}

/** Says whether the medical order is attached, or offers to attach one that is needed. */
function OrderState({ appointment: { medical_order }, which, toAppointment }: OrderStateProps) {
  if (medical_order?.is_attached)
    return (
      <span className={classes.order}>
        <IconFileCheck size={18} stroke={1.75} aria-hidden />
        Orden médica adjunta
      </span>
    )
  if (!medical_order?.is_needed || !medical_order.can_change) return null
  return (
    <Link className="portal-link" {...toAppointment}>
      Adjuntar orden médica <span className="portal-hidden">a la hora {which}</span>
    </Link>
  )
}

function whose({ patient_id, patient_full_name }: AgendaAppointment, ownId: number): string {
  return patient_id === ownId ? 'Para ti' : `Para ${patient_full_name}`
}

/** Says how an appointment of another system is changed. */
export function MovedElsewhere() {
  return (
    <p className={classes.elsewhere}>
      Para cambiarla, reserva otra y cancela esta, o llama al <PhoneLink number={portal.supportPhone} />.
    </p>
  )
}
