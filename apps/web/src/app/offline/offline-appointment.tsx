import { type Appointment, modalityNames } from '@mi-portal/contract/appointments/appointments'
import type { BookedAppointment } from '@mi-portal/contract/booking/preparation'
import { IconClock, IconMapPin, IconUser, IconVideo } from '@tabler/icons-react'
import { describeFasting } from '../../features/booking/preparation/preparation.tsx'
import { formatLongDay, formatTime, formatTimestamp } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { DateChip } from '../../ui/date-chip.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import classes from './offline-screen.module.css'

interface OfflineAppointmentProps {
  appointment: Appointment
  /** The address and the preparation, if the device stored them. */
  booked: BookedAppointment | null
  patientName: string | null
}

/** Shows an upcoming appointment with its address and how to prepare for it. */
export function OfflineAppointment({ appointment, booked, patientName }: OfflineAppointmentProps) {
  const { doctor_name, specialty, sub_context, date, hour, starts_at } = appointment
  const day = date.split('/').toReversed().join('-')
  return (
    <li className={`portal-card ${classes.card}`}>
      <div className="flex items-center gap-4">
        <DateChip date={date} look={appointment.modality === 'telemedicina' ? 'glaciar' : 'lapis'} />
        <div className="min-w-0">
          <h3>{doctor_name}</h3>
          <p>{[specialty, sub_context].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <ul className="plain-list grid gap-3 [&_li]:flex [&_li]:items-start [&_li]:gap-2 [&_svg]:flex-none [&_svg]:mt-1">
        <li>
          <IconClock size={20} stroke={1.75} aria-hidden />
          <time dateTime={starts_at}>
            {formatLongDay(day)}, {formatTime(hour)}
          </time>
        </li>
        {patientName !== null && (
          <li>
            <IconUser size={20} stroke={1.75} aria-hidden />
            {patientName}
          </li>
        )}
        <Place appointment={appointment} booked={booked} />
      </ul>
      {booked?.preparation && <Preparation preparation={booked.preparation} />}
    </li>
  )
}

function Place({ appointment, booked }: Pick<OfflineAppointmentProps, 'appointment' | 'booked'>) {
  if (appointment.modality === 'telemedicina')
    return (
      <li>
        <IconVideo size={20} stroke={1.75} aria-hidden />
        {modalityNames.telemedicina}: para conectarte necesitas internet
      </li>
    )
  const site = portal.clinic.sites.find(({ name }) => name === appointment.place_care)
  const address = booked?.office.address ?? site?.address
  const phone = booked?.office.phone ?? site?.phone
  return (
    <li>
      <IconMapPin size={20} stroke={1.75} aria-hidden />
      <span>
        {appointment.place_care_portal}
        {address && <span className="block">{address}</span>}
        {booked?.office.entry && <span className="block">{booked.office.entry}</span>}
        {phone && (
          <span className="block">
            Teléfono: <PhoneLink number={phone} />
          </span>
        )}
      </span>
    </li>
  )
}

function Preparation({ preparation }: { preparation: NonNullable<BookedAppointment['preparation']> }) {
  const { title, html, fasting } = preparation
  const [only] = fasting
  return (
    <section className="grid gap-2 pt-3 border-t border-t-line-strong [&_ul]:m-0 [&_ul]:pl-4">
      <h4>Cómo prepararte</h4>
      {only && fasting.length === 1 && (
        <p>
          <strong>No comas nada desde {formatTimestamp(only.from)}.</strong> {describeFasting(only.hours)}
        </p>
      )}
      {fasting.length > 1 && (
        <>
          <p>Revisa si tu orden médica pide ayuno:</p>
          <ul>
            {fasting.map(({ hours, from }) => (
              <li key={hours}>
                Si pide {hours} horas: no comas nada desde <strong>{formatTimestamp(from)}</strong>.
              </li>
            ))}
          </ul>
        </>
      )}
      {html && (
        <details>
          <summary>{title}</summary>
          <RichText html={html.replace(/<h3>.*?<\/h3>/, '')} />
        </details>
      )}
    </section>
  )
}
