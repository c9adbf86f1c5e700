/** Notifies the people concerned of a booked or moved appointment. */

import type { AppointmentFacts } from '@mi-portal/contract/appointments'
import { joinName } from '@mi-portal/contract/full-name'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../platform/database/database.ts'
import { addNotNotified } from '../../platform/notified.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ClinicNotifier, NotifiedByClinic } from '../appointments/clinic-notifier.service.ts'
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
  readonly clinicNotifier: ClinicNotifier
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
type BookedHour = AppointmentFacts & { readonly patient_id: number; readonly reserved_group: string | null }

export type BookingEvent = {
  readonly booker: Addressee
  readonly patient: Addressee
  readonly right: Right
  /** Whom to notify where staff booked for the patient; else empty. */
  readonly recipients: readonly NotifiedByClinic[]
  readonly hour: BookedHour
  readonly address: string
  readonly moved: boolean
}

export function createBookingNotifier({
  mail,
  notifications,
  clinicNotifier,
  videoAddress,
}: BookingNewsDependencies) {
  /** Queues the mails and the notification of a booking, all at once. */
  function notifyBooking(
    tx: Queries,
    { booker, patient, right, recipients, hour, address, moved }: BookingEvent,
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
      return [
        clinicNotifier.notify(tx, recipients, {
          appointment: hour,
          textFor: ({ patient_name: name }) =>
            moved
              ? `La clínica cambió ${name === null ? 'tu hora' : `la hora de ${name}`}: ahora es el ${showDay(day)} a las ${time}.`
              : `La clínica reservó una hora para ${name ?? 'ti'} el ${showDay(day)} a las ${time}.`,
          template: moved ? appointmentMovedMail : appointmentBookedMail,
          dataFor: ({ person, patient_name, without_account }) => ({
            ...mailDataFor(person.greeting_name, patient_name),
            by_clinic: true,
            without_account,
          }),
        }),
      ]
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
