import { type Appointment, modalityNames } from '@mi-portal/contract/appointments/appointments'
import { IconMapPin, IconVideo } from '@tabler/icons-react'

/** Shows whether an appointment is by video or in person, with its room or, in short form, its site. */
export function AppointmentPlace(props: { appointment: Appointment; size?: number; short?: boolean }) {
  const { appointment, size = 18, short } = props
  const remote = appointment.modality === 'telemedicina'
  const Icon = remote ? IconVideo : IconMapPin
  return (
    <>
      <Icon size={size} stroke={1.75} aria-hidden />
      {remote ? formatPlace(appointment) : `${modalityNames.presencial} · ${formatPlace(appointment, short)}`}
    </>
  )
}

/** Returns the place of an appointment as text. */
export function formatPlace(appointment: Appointment, short = false): string {
  if (appointment.modality === 'telemedicina') return modalityNames.telemedicina
  return short ? appointment.place_care : appointment.place_care_portal
}
