/** Notifies the people concerned of a booked or moved appointment. */

import type { AppointmentFacts } from '@mi-portal/contract/appointments'
import { joinName } from '@mi-portal/contract/full-name'
import { santiago } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../platform/database/database.ts'
import { addNotNotified } from '../../platform/notified.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import {
  appointmentBookedForYouMail,
  appointmentBookedMail,
  appointmentMovedMail,
  type BookingMailData,
} from './booking.mails.ts'
import type { Right } from './booking-access.service.ts'

type BookingNewsDependencies = {
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
export type BookingEvent = {
  readonly booker: Addressee
  readonly patient: Addressee & { readonly phone: string | null; readonly has_account?: boolean }
  readonly right: Right
  readonly hour: AppointmentFacts
  readonly address: string
  readonly moved: boolean
}

export function createBookingNotifier({ mail, notifications, videoAddress }: BookingNewsDependencies) {
  /** Notifies a patient for whom staff booked: in the portal if they have an account, and else by mail if they have an address. */
  async function notifyOfClinic(
    tx: Queries,
    { patient, hour, moved }: Pick<BookingEvent, 'patient' | 'hour' | 'moved'>,
    facts: BookingMailData,
  ): Promise<unknown> {
    const hasAccount = patient.has_account === true
    const template = moved ? appointmentMovedMail : appointmentBookedMail
    const data = { ...facts, by_clinic: true, without_account: !hasAccount }
    const written = patient.email === null ? null : { recipient: patient.email, data, appointmentId: hour.id }
    if (!hasAccount)
      return written === null
        ? addNotNotified(patient.id, 'no_address', patient.phone)
        : mail.queue(tx, template, { ...written, person_id: patient.id })
    const notice = {
      person_id: patient.id,
      type: 'appointments',
      id_appointment: hour.id,
      text: `La clínica ${moved ? 'cambió una de tus horas' : 'reservó una hora para ti'}. La encuentras en tus consultas médicas.`,
    } as const
    return notifications.notifyWithMail(tx, notice, template, () => written)
  }

  /** Queues the mails and the notification of a booking, all at once. */
  function notifyBooking(
    tx: Queries,
    { booker, patient, right, hour, address, moved }: BookingEvent,
  ): readonly Promise<unknown>[] {
    const { day, time } = santiago(hour.starts_at)
    const mailDataFor = (first_name: string, patient_name: string | null): BookingMailData => ({
      id_appointment: hour.id,
      first_name,
      patient_name,
      day,
      hour: time,
      doctor_name: hour.doctor_name,
      place: hour.place_detail,
      address: hour.modality === 'telemedicina' ? null : address,
      joins: hour.modality === 'telemedicina' && videoAddress !== undefined,
    })
    if (right === 'staff')
      return [notifyOfClinic(tx, { patient, hour, moved }, mailDataFor(patient.greeting_name, null))]
    const notifying: Promise<unknown>[] = []
    if (booker.email !== null) {
      const written = {
        recipient: booker.email,
        person_id: booker.id,
        data: mailDataFor(booker.greeting_name, right === 'self' ? null : patient.first_name),
        appointmentId: hour.id,
      }
      notifying.push(mail.queue(tx, moved ? appointmentMovedMail : appointmentBookedMail, written))
    } else addNotNotified(booker.id, 'no_address')
    if (right === 'self' || right === 'guardian') return notifying
    const booked_by = joinName(booker.first_name, booker.last_name)
    const notice = {
      person_id: patient.id,
      type: 'appointments',
      id_appointment: hour.id,
      text: `${booked_by} ${moved ? 'cambió' : 'reservó'} una hora para ti. La encuentras en tus consultas médicas.`,
    } as const
    notifying.push(
      notifications.notifyWithMail(tx, notice, appointmentBookedForYouMail, () =>
        patient.email === null
          ? null
          : {
              recipient: patient.email,
              data: { ...mailDataFor(patient.greeting_name, null), booked_by, moved },
              appointmentId: hour.id,
            },
      ),
    )
    return notifying
  }

  return { notifyBooking }
}

export type BookingNotifier = ReturnType<typeof createBookingNotifier>
