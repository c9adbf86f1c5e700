/** Tells the people concerned of a booked or moved appointment. */
import type { HourFacts } from '@mi-portal/contract/appointments'
import { santiago } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../platform/database/database.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { type HourLetter, hourBooked, hourBookedForYou, hourMoved } from './booking.mails.ts'
import type { Right } from './booking-access.service.ts'

type BookingNewsParts = {
  readonly mail: MailQueue
  readonly notifications: NotificationsService
  /** The address of visits by video. */
  readonly videoAddress: string | undefined
}

type Addressee = {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly greeting_name: string
  readonly email: string | null
}
export type BookingNews = {
  readonly booker: Addressee
  readonly patient: Addressee
  readonly right: Right
  readonly hour: HourFacts
  readonly address: string
  readonly moved: boolean
}

export function bookingNewsService({ mail, notifications, videoAddress }: BookingNewsParts) {
  /** Queues the mails and the notification of a booking, all at once. */
  function tell(
    tx: Queries,
    { booker, patient, right, hour, address, moved }: BookingNews,
  ): readonly Promise<unknown>[] {
    const { day, time } = santiago(hour.starts_at)
    const letter = (first_name: string, patient_name: string | null): HourLetter => ({
      first_name,
      patient_name,
      day,
      hour: time,
      doctor_name: hour.doctor_name,
      place: hour.place_detail,
      address: hour.modality === 'telemedicina' ? null : address,
      joins: hour.modality === 'telemedicina' && videoAddress !== undefined,
    })
    const told: Promise<unknown>[] = []
    if (booker.email !== null) {
      const written = {
        recipient: booker.email,
        person_id: booker.id,
        data: letter(booker.greeting_name, right === 'self' ? null : patient.first_name),
        appointmentId: hour.id,
      }
      told.push(mail.queue(tx, moved ? hourMoved : hourBooked, written))
    }
    if (right !== 'leader') return told
    const booked_by = `${booker.first_name} ${booker.last_name}`
    if (patient.email !== null) {
      const written = {
        recipient: patient.email,
        person_id: patient.id,
        data: { ...letter(patient.greeting_name, null), booked_by, moved },
        appointmentId: hour.id,
      }
      told.push(mail.queue(tx, hourBookedForYou, written))
    }
    told.push(
      notifications.notify(tx, {
        person_id: patient.id,
        type: 'appointments',
        id_appointment: hour.id,
        text: `${booked_by} ${moved ? 'cambió' : 'reservó'} una hora para ti. La encuentras en tus consultas médicas.`,
      }),
    )
    return told
  }

  return { tell }
}

export type BookingNewsService = ReturnType<typeof bookingNewsService>
