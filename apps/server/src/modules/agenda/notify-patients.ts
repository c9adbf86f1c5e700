import { accountStatus } from '@mi-portal/contract/people'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import { addCallDue } from '../calls-due/add-call-due.ts'
import { authorizeBooking, listGuardians } from '../family/patient-access.ts'
import { notifyWithMail } from '../notifications/notify-person.ts'
import { findPeople } from '../people/read-people.ts'
import {
  appointmentCancelledByClinicMail,
  appointmentCancelledExternallyMail,
  appointmentMovedByClinicMail,
} from './agenda.mails.ts'
import type { AppointmentRow } from './staff-appointments.sql.ts'

type MovedAppointment = {
  readonly starts_at: Date
  readonly doctor_name: string
  readonly place: string
  readonly address: string
  readonly modality: 'presencial' | 'telemedicina'
}

type NotifiedPerson = {
  readonly person_id: number
  readonly first_name: string
  readonly email: string | null
  readonly patient_name: string | null
  /** Whether the notification is visible only while the recipient is the patient's guardian. */
  readonly isGuardian: boolean
}

export type AnnouncedAppointment = Pick<
  AppointmentRow,
  'patient_id' | 'booked_by' | 'reserved_group' | 'starts_at' | 'doctor_name' | 'place' | 'modality'
> & {
  /** Null if only an external system stores the appointment. */
  readonly id_appointment: number | null
}

/** The recipients of notifications about appointments. They are read before the transaction that changes these. */
export type Audience = ReadonlyMap<number | null, readonly NotifiedPerson[]>

/** Returns the group owner who booked an appointment for an adult and therefore knows it, or null. Delegates get no notifications. */
async function findBooker(ctx: Context, appointment: AnnouncedAppointment): Promise<number | null> {
  const { booked_by, patient_id } = appointment
  if (booked_by === null || booked_by === patient_id) return null
  const right = await authorizeBooking(ctx, booked_by, patient_id)
  return right !== null && right.recordAccess === null ? booked_by : null
}

export async function readAudience(
  ctx: Context,
  appointments: readonly AnnouncedAppointment[],
): Promise<Audience> {
  const patients = [...new Set(appointments.map(({ patient_id }) => patient_id))]
  const guardiansByPatient = new Map<number, Awaited<ReturnType<typeof listGuardians>>>()
  for (const id of patients) guardiansByPatient.set(id, await listGuardians(ctx, id))
  const found: { appointment: AnnouncedAppointment; guardians: number[]; booker: number | null }[] = []
  for (const appointment of appointments) {
    const guardians = (guardiansByPatient.get(appointment.patient_id) ?? [])
      .filter(({ withoutReserved }) => !(withoutReserved && appointment.reserved_group !== null))
      .map(({ id }) => id)
    found.push({ appointment, guardians, booker: await findBooker(ctx, appointment) })
  }
  const ids = found.flatMap(({ appointment, guardians, booker }) => [
    appointment.patient_id,
    ...guardians,
    ...(booker === null ? [] : [booker]),
  ])
  const known = new Map((await findPeople(ctx, [...new Set(ids)])).map((person) => [person.id, person]))
  const toRecipients = (id: number, patient_name: string | null, isGuardian: boolean): NotifiedPerson[] => {
    const person = known.get(id)
    if (person?.status !== accountStatus.enabled || person.deleted_at !== null) return []
    const { greeting_name: first_name, email } = person
    return [{ person_id: id, first_name, email, patient_name, isGuardian }]
  }
  return new Map(
    found.map(({ appointment, guardians, booker }) => {
      const name = known.get(appointment.patient_id)?.first_name ?? ''
      return [
        appointment.id_appointment,
        [
          ...toRecipients(appointment.patient_id, null, false),
          ...guardians.flatMap((id) => toRecipients(id, name, true)),
          ...(booker === null ? [] : toRecipients(booker, name, false)),
        ],
      ]
    }),
  )
}

type News<Data> = {
  readonly appointment: AnnouncedAppointment
  readonly audience: Audience
  readonly textFor: (whose: string) => string
  readonly template: MailTemplate<Data>
  readonly dataFor: (recipient: NotifiedPerson, path: `/${string}`) => Data
  readonly hasCalendar: boolean
}

/**
 * Notifies every recipient, and mails one for each mailbox: of a shared one the guardian, because an adolescent gets no mail at a
 * guardian's mailbox. If there is no recipient, staff have to call the patient.
 */
async function notifyAudience<Data>(
  ctx: Context,
  tx: Queries,
  { appointment, audience, textFor, template, dataFor, hasCalendar }: News<Data>,
) {
  const { id_appointment, patient_id, reserved_group } = appointment
  const recipients = audience.get(id_appointment) ?? []
  if (recipients.length === 0)
    return addCallDue(tx, {
      topic: 'appointments',
      patient_id,
      appointment_id: id_appointment,
      site_id: null,
      text: textFor('su hora'),
      now: ctx.clock.now(),
    })
  const mailboxes = recipients.map(({ email }) => email?.toLowerCase())
  for (const [index, recipient] of recipients.entries()) {
    const { person_id, patient_name, isGuardian, email } = recipient
    const notice = {
      person_id,
      type: 'appointments' as const,
      text: textFor(patient_name === null ? 'tu hora' : `la hora de ${patient_name}`),
      ...(id_appointment === null ? {} : { id_appointment }),
      ...(isGuardian ? { about: { patient_id, reserved_group } } : {}),
    }
    const isMailed = mailboxes.lastIndexOf(mailboxes[index]) === index
    await notifyWithMail(ctx, tx, notice, template, (path) =>
      email === null || !isMailed
        ? null
        : {
            recipient: email,
            data: dataFor(recipient, path),
            ...(hasCalendar && id_appointment !== null ? { appointmentId: id_appointment } : {}),
          },
    )
  }
}

/** Notifies of a cancellation. Of one that was made in the clinic's own system (`isExternal`) the portal does not know the reason. */
export async function notifyCancelled(
  ctx: Context,
  tx: Queries,
  appointment: AnnouncedAppointment,
  audience: Audience,
  isExternal = false,
): Promise<void> {
  const { day, time } = santiago(appointment.starts_at)
  const { doctor_name, modality, place } = appointment
  const cancelled = isExternal ? 'canceló' : 'tuvo que cancelar'
  await notifyAudience(ctx, tx, {
    appointment,
    audience,
    textFor: (whose) => `La clínica ${cancelled} ${whose} del ${showDay(day)} a las ${time}.`,
    template: isExternal ? appointmentCancelledExternallyMail : appointmentCancelledByClinicMail,
    dataFor: ({ first_name, patient_name }, path) => ({
      first_name,
      patient_name,
      day,
      hour: time,
      doctor_name,
      modality,
      place,
      path,
    }),
    hasCalendar: !isExternal,
  })
}

/** Notifies of a new time. `canMove` says whether the patient can move the appointment in the portal. */
export async function notifyMoved(
  ctx: Context,
  tx: Queries,
  appointment: AnnouncedAppointment,
  to: MovedAppointment,
  audience: Audience,
  canMove: boolean,
): Promise<void> {
  const old = santiago(appointment.starts_at)
  const { day, time } = santiago(to.starts_at)
  const { doctor_name, modality, place } = to
  await notifyAudience(ctx, tx, {
    appointment,
    audience,
    textFor: (whose) =>
      `La clínica cambió ${whose} del ${showDay(old.day)} a las ${old.time}: ahora es el ${showDay(day)} a las ${time}.`,
    template: appointmentMovedByClinicMail,
    dataFor: ({ first_name, patient_name }, path) => ({
      first_name,
      patient_name,
      old_day: old.day,
      old_hour: old.time,
      day,
      hour: time,
      doctor_name,
      modality,
      place,
      address: modality === 'telemedicina' || to.address === '' ? null : to.address,
      can_move: canMove,
      path,
    }),
    hasCalendar: true,
  })
}
