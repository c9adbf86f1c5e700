import type { AppointmentFacts } from '@mi-portal/contract/appointments/appointments'
import { joinName } from '@mi-portal/contract/fields/full-name'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { addNotNotified } from '../../platform/notified.ts'
import { type NotifiedByClinic, notifyByClinic } from '../appointments/notify-by-clinic.ts'
import { notifyWithMail } from '../notifications/notify-person.ts'
import type { Right } from './authorize-booker.ts'
import {
  appointmentBookedForYouMail,
  appointmentBookedMail,
  appointmentMovedMail,
  type BookingMailData,
} from './booking.mails.ts'

type Addressee = {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly greeting_name: string
  readonly email: string | null
}

type BookingEvent = {
  readonly booker: Addressee
  readonly patient: Addressee
  readonly right: Right
  /** Whom to notify where staff booked for the patient; else empty. */
  readonly recipients: readonly NotifiedByClinic[]
  readonly appointment: AppointmentFacts & { readonly reserved_group: string | null }
  readonly address: string
  readonly moved: boolean
}

export function notifyBooking(
  ctx: Context,
  tx: Queries,
  { booker, patient, right, recipients, appointment, address, moved }: BookingEvent,
): readonly Promise<unknown>[] {
  const { id, doctor_name, modality, place_detail } = appointment
  const { day, time } = santiago(appointment.starts_at)
  const isByVideo = modality === 'telemedicina'
  const mailDataFor = (first_name: string, patient_name: string | null): BookingMailData => ({
    id_appointment: id,
    first_name,
    patient_name,
    day,
    hour: time,
    doctor_name,
    place: place_detail,
    address: isByVideo ? null : address,
    joins: isByVideo && ctx.config.telemedicineUrl !== undefined,
  })
  const template = moved ? appointmentMovedMail : appointmentBookedMail
  if (right === 'staff')
    return [
      notifyByClinic(ctx, tx, recipients, {
        appointment,
        textFor: ({ patient_name: name }) =>
          moved
            ? `La clínica cambió ${name === null ? 'tu hora' : `la hora de ${name}`}: ahora es el ${showDay(day)} a las ${time}.`
            : `La clínica reservó una hora para ${name ?? 'ti'} el ${showDay(day)} a las ${time}.`,
        template,
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
      appointmentId: id,
    }
    notifying.push(ctx.mail.queue(tx, template, written))
  } else addNotNotified(booker.id, 'no_address')
  if (right === 'self' || right === 'guardian') return notifying
  const booked_by = joinName(booker.first_name, booker.last_name)
  const notice = {
    person_id: patient.id,
    type: 'appointments',
    id_appointment: id,
    text: `${booked_by} ${moved ? 'cambió' : 'reservó'} una hora para ti. La encuentras en tus consultas médicas.`,
  } as const
  const { email } = patient
  const data = { ...mailDataFor(patient.greeting_name, null), booked_by, moved }
  const letter = email === null ? null : { recipient: email, data, appointmentId: id }
  notifying.push(notifyWithMail(ctx, tx, notice, appointmentBookedForYouMail, () => letter))
  return notifying
}
