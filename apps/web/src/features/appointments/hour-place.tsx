import { type Appointment, modalityNames } from '@mi-portal/contract/appointments'
import { IconMapPin, IconVideo } from '@tabler/icons-react'

/** Shows whether an appointment is by video or in person, with its room or, in short form, its site. */
export function HourPlace(props: { hour: Appointment; size?: number; short?: boolean }) {
  const { hour, size = 18, short } = props
  const remote = hour.modality === 'telemedicina'
  const Icon = remote ? IconVideo : IconMapPin
  return (
    <>
      <Icon size={size} stroke={1.75} aria-hidden />
      {remote ? placeName(hour) : `${modalityNames.presencial} · ${placeName(hour, short)}`}
    </>
  )
}

/** Returns the place of an appointment as text. */
export function placeName(hour: Appointment, short = false): string {
  if (hour.modality === 'telemedicina') return modalityNames.telemedicina
  return short ? hour.place_care : hour.place_care_portal
}
