import type { Appointment } from '@mi-portal/contract/appointments'
import { IconMapPin, IconVideo } from '@tabler/icons-react'

/** Where an hour takes place: the room, in short the site alone, or by video. */
export function HourPlace(props: { hour: Appointment; size?: number; short?: boolean }) {
  const { hour, size = 18, short } = props
  const remote = hour.modality === 'telemedicina'
  const Icon = remote ? IconVideo : IconMapPin
  return (
    <>
      <Icon size={size} stroke={1.75} aria-hidden />
      {placeName(hour, short)}
    </>
  )
}

/** The same as words alone. */
export function placeName(hour: Appointment, short = false): string {
  if (hour.modality === 'telemedicina') return 'Telemedicina'
  return short ? hour.place_care : hour.place_care_portal
}
