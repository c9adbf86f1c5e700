/**
 * Notifies of changes that the clinic makes to an appointment: the patient, a child's guardians, and the person who booked it for
 * an adult.
 */

import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { addCallDue } from '../calls-due/add-call-due.ts'
import { authorizeBooking, listGuardians } from '../family/patient-access.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { findPeople } from '../people/people.service.ts'
import {
  appointmentCancelledByClinicMail,
  appointmentCancelledExternallyMail,
  appointmentMovedByClinicMail,
} from './agenda.mails.ts'
import type { AppointmentRow } from './staff-appointments.sql.ts'

type AppointmentNotifierDependencies = {
  readonly clock: Clock

  readonly ctx: Context
  readonly notifications: NotificationsService
  readonly mail: MailQueue
}

/** The data with which recipients are notified of a move. */
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
  /**
   * For another person's appointment: the patient's name, and whether the notification is visible only while the recipient is the
   * patient's guardian.
   */
  readonly of: { readonly patient_name: string; readonly guardian: boolean } | null
}

/** The data of an appointment that are announced. */
export type AnnouncedAppointment = Pick<
  AppointmentRow,
  'patient_id' | 'booked_by' | 'reserved_group' | 'starts_at' | 'doctor_name' | 'place' | 'modality'
> & {
  /** Null if only an external system stores the appointment. */
  readonly id_appointment: number | null
}

/** Returns the recipients of notifications about an appointment. They are read before the transaction that changes it. */
export type Audience = (
  appointment: Pick<AnnouncedAppointment, 'id_appointment'>,
) => readonly NotifiedPerson[]

export function createAppointmentNotifier({
  clock,

  ctx,
  notifications,
  mail,
}: AppointmentNotifierDependencies) {
  /** Returns the group owner who booked an appointment for an adult and therefore knows it, or null. Delegates get no notifications. */
  async function bookerOf({ booked_by, patient_id }: AnnouncedAppointment): Promise<number | null> {
    if (booked_by === null || booked_by === patient_id) return null
    const right = await authorizeBooking(ctx, booked_by, patient_id)
    return right !== null && right.recordAccess === null ? booked_by : null
  }

  async function audienceOf(appointments: readonly AnnouncedAppointment[]): Promise<Audience> {
    const patients = [...new Set(appointments.map(({ patient_id }) => patient_id))]
    const guardiansOf = new Map<number, Awaited<ReturnType<typeof listGuardians>>>()
    for (const id of patients) guardiansOf.set(id, await listGuardians(ctx, id))
    const found: { appointment: AnnouncedAppointment; guardians: number[]; booker: number | null }[] = []
    for (const appointment of appointments) {
      const guardians = (guardiansOf.get(appointment.patient_id) ?? []).filter(
        ({ withoutReserved }) => !(withoutReserved && appointment.reserved_group !== null),
      )
      found.push({
        appointment,
        guardians: guardians.map(({ id }) => id),
        booker: await bookerOf(appointment),
      })
    }
    const ids = new Set(
      found.flatMap(({ appointment, guardians, booker }) => [
        appointment.patient_id,
        ...guardians,
        ...(booker === null ? [] : [booker]),
      ]),
    )
    const known = new Map((await findPeople(ctx, [...ids])).map((person) => [person.id, person]))
    const recipientsOf = (id: number, of: NotifiedPerson['of']): NotifiedPerson[] => {
      const person = known.get(id)
      if (person?.status !== 1 || person.deleted_at !== null) return []
      return [{ person_id: id, first_name: person.greeting_name, email: person.email, of }]
    }
    const byHour = new Map(
      found.map(({ appointment, guardians, booker }) => {
        const patient_name = known.get(appointment.patient_id)?.first_name ?? ''
        return [
          appointment.id_appointment,
          [
            ...recipientsOf(appointment.patient_id, null),
            ...guardians.flatMap((id) => recipientsOf(id, { patient_name, guardian: true })),
            ...(booker === null ? [] : recipientsOf(booker, { patient_name, guardian: false })),
          ],
        ]
      }),
    )
    return (appointment) => byHour.get(appointment.id_appointment) ?? []
  }

  /** Returns one recipient for each mailbox. Of a shared one the guardian, because an adolescent gets no mail at a guardian's mailbox. */
  const mailboxes = (recipients: readonly NotifiedPerson[]) =>
    recipients.filter(
      ({ email }, index) =>
        email !== null &&
        recipients.findLastIndex((other) => other.email?.toLowerCase() === email.toLowerCase()) === index,
    )

  /** Notifies every recipient, and mails one for each mailbox. If there is no recipient, staff have to call the patient. */
  async function notify<Data>(
    tx: Queries,
    appointment: AnnouncedAppointment,
    recipients: readonly NotifiedPerson[],
    what: (whose: string) => string,
    template: MailTemplate<Data>,
    dataFor: (recipient: NotifiedPerson, path: `/${string}`) => Data,
    appointmentId?: number,
  ) {
    if (recipients.length === 0) {
      const { patient_id, id_appointment: appointment_id } = appointment
      const call = {
        topic: 'appointments',
        patient_id,
        appointment_id,
        site_id: null,
        text: what('su hora'),
        now: clock.now(),
      } as const
      return addCallDue(tx, call)
    }
    const mailed = mailboxes(recipients)
    for (const recipient of recipients) {
      const { person_id, of, email } = recipient
      const notice = {
        person_id,
        type: 'appointments' as const,
        text: what(of === null ? 'tu hora' : `la hora de ${of.patient_name}`),
        ...(appointment.id_appointment === null ? {} : { id_appointment: appointment.id_appointment }),
        ...(of?.guardian
          ? { about: { patient_id: appointment.patient_id, reserved_group: appointment.reserved_group } }
          : {}),
      }
      await notifications.notifyWithMail(tx, notice, template, (path) =>
        email === null || !mailed.includes(recipient)
          ? null
          : {
              recipient: email,
              data: dataFor(recipient, path),
              ...(appointmentId === undefined ? {} : { appointmentId }),
            },
      )
    }
  }

  const letterOf = ({ first_name, of }: NotifiedPerson) => ({
    first_name,
    patient_name: of?.patient_name ?? null,
  })

  return {
    audienceOf,

    cancelled: async (tx: Queries, appointment: AnnouncedAppointment, audience: Audience): Promise<void> => {
      const recipients = audience(appointment)
      const { day, time } = santiago(appointment.starts_at)
      const { doctor_name, modality, place } = appointment
      await notify(
        tx,
        appointment,
        recipients,
        (whose) => `La clínica tuvo que cancelar ${whose} del ${showDay(day)} a las ${time}.`,
        appointmentCancelledByClinicMail,
        (one, path) => ({ ...letterOf(one), day, hour: time, doctor_name, modality, place, path }),
        appointment.id_appointment ?? undefined,
      )
    },

    /** Notifies of a cancellation that was made in the clinic's own system. The portal does not know its reason. */
    cancelledExternally: async (
      tx: Queries,
      appointment: AnnouncedAppointment,
      audience: Audience,
    ): Promise<void> => {
      const recipients = audience(appointment)
      const { day, time } = santiago(appointment.starts_at)
      const { doctor_name, modality, place } = appointment
      await notify(
        tx,
        appointment,
        recipients,
        (whose) => `La clínica canceló ${whose} del ${showDay(day)} a las ${time}.`,
        appointmentCancelledExternallyMail,
        (one, path) => ({ ...letterOf(one), day, hour: time, doctor_name, modality, place, path }),
      )
    },

    /** Notifies of a new time. `canMove` says whether the patient can move the appointment in the portal. */
    moved: async (
      tx: Queries,
      appointment: AnnouncedAppointment,
      to: MovedAppointment,
      audience: Audience,
      canMove: boolean,
    ): Promise<void> => {
      const recipients = audience(appointment)
      const old = santiago(appointment.starts_at)
      const { day, time } = santiago(to.starts_at)
      await notify(
        tx,
        appointment,
        recipients,
        (whose) =>
          `La clínica cambió ${whose} del ${showDay(old.day)} a las ${old.time}: ahora es el ${showDay(day)} a las ${time}.`,
        appointmentMovedByClinicMail,
        (one, path) => ({
          ...letterOf(one),
          old_day: old.day,
          old_hour: old.time,
          day,
          hour: time,
          doctor_name: to.doctor_name,
          modality: to.modality,
          place: to.place,
          address: to.modality === 'telemedicina' || to.address === '' ? null : to.address,
          can_move: canMove,
          path,
        }),
        appointment.id_appointment ?? undefined,
      )
    },

    sent: () => mail.trigger(),
  }
}

export type AppointmentNotifier = ReturnType<typeof createAppointmentNotifier>
