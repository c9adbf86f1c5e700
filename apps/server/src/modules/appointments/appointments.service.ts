/** A patient's appointments: future ones, past ones, and cancelling one. */

import { ApiError } from '@mi-portal/contract/api-error'
import {
  type Appointment,
  type AppointmentList,
  appointmentOf,
  appointmentSummarySize,
} from '@mi-portal/contract/appointments'
import { type Page, type Paged, pageOf } from '@mi-portal/contract/paging'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import {
  type Actor,
  type AuthorizedPatient,
  auditRoleOf,
  type Origin,
  type RecordRole,
} from '../../platform/http/actor.ts'
import type {
  ArchivedAppointment,
  ClinicalArchive,
  Reading,
  StoredAppointment,
} from '../../ports/clinical-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AppointmentCancellation } from '../../ports/scheduling.ts'
import { authorizeBooking } from '../family/patient-access.ts'
import { findPerson } from '../people/people.service.ts'
import { appointmentCancelledMail } from './appointments.mails.ts'
import type { ClinicNotifier } from './clinic-notifier.service.ts'

type AppointmentsDependencies = {
  readonly db: Database
  readonly archive: ClinicalArchive
  readonly cancellation: AppointmentCancellation

  readonly ctx: Context
  readonly clinicNotifier: ClinicNotifier
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  /** The address at which video visits take place. */
  readonly videoAddress: string | undefined
}

/** The person who cancels. `visiting`: through a partner portal, which itself notifies the patient. */
type Canceller = Pick<Actor, 'id' | 'rol' | 'visiting' | 'booksFor'>

/** Marks the notification about a reserved appointment, of which the archive does not say why it is reserved. */
const reservedMark = 'RESERVADA'
const cancelAction = 'appointments.cancel'

const summary: Page = { page: 1, limit: appointmentSummarySize }

/** Returns the data of the mail about a cancelled appointment. */
function describeCancelled(hour: ArchivedAppointment, first_name: string, patient_name: string | null) {
  const { day, time } = santiago(hour.starts_at)
  const { doctor_name, modality, place_detail: place } = hour
  return { first_name, patient_name, day, hour: time, doctor_name, modality, place }
}

function reading(patient: AuthorizedPatient<'appointments'>): Reading {
  return { patientId: patient.id, withoutReserved: patient.withoutReserved }
}

export function createAppointmentsService(dependencies: AppointmentsDependencies) {
  const {
    db,
    archive,
    cancellation,

    ctx,
    clinicNotifier,
    mail,
    audit,
    clock,
    videoAddress,
  } = dependencies

  function list(appointments: Paged<ArchivedAppointment>, page: Page, now: Date): AppointmentList {
    return {
      appointments: appointments.rows.map((hour) => appointmentOf(hour, { address: videoAddress, now })),
      count_appointment: appointments.total,
      ...pageOf(appointments, page),
    }
  }

  async function upcoming(patient: AuthorizedPatient<'appointments'>, page: Page): Promise<AppointmentList> {
    const now = clock.now()
    return list(await archive.upcoming(reading(patient), now, page), page, now)
  }

  async function history(patient: AuthorizedPatient<'appointments'>, page: Page): Promise<AppointmentList> {
    const now = clock.now()
    return list(await archive.past(reading(patient), now, page), page, now)
  }

  /**
   * Returns the appointment if this caller may cancel it, with the caller's role. Throws 404 if it does not exist, the caller may
   * not book for the patient, or it is reserved for this caller.
   */
  async function findCancellable(
    actor: Canceller,
    appointmentId: number,
    origin: Origin,
  ): Promise<{ hour: StoredAppointment; role: RecordRole }> {
    const hour = await archive.appointment(appointmentId)
    if (hour === null) throw new ApiError('notFound')
    if (actor.booksFor === hour.patient_id) return { hour, role: 'staff' }
    const booking = await authorizeBooking(ctx, actor.id, hour.patient_id)
    const access = booking?.recordAccess ?? null
    if (access !== null && !(access.withoutReserved && hour.reserved)) return { hour, role: access.role }
    // A person who booked this appointment for a member and may still book for them may cancel it, and sees nothing else.
    if (booking !== null && hour.booked_by === actor.id) return { hour, role: access?.role ?? 'guardian' }
    await audit.record({
      actorId: actor.id,
      actorRole: actor.rol,
      action: cancelAction,
      patientId: hour.patient_id,
      object: `id_appointment=${appointmentId}`,
      outcome: 'refused',
      origin,
    })
    throw new ApiError('notFound')
  }

  /**
   * Returns the mails about a cancellation: to the caller and, if it is another person's appointment, to the patient.
   * Each mailbox gets one mail.
   */
  async function readMails(actor: Canceller, hour: ArchivedAppointment) {
    const patient = await findPerson(ctx, hour.patient_id)
    const isOther = actor.id !== hour.patient_id
    const guardian = !isOther ? null : await findPerson(ctx, actor.id)
    const mails = [guardian, patient].flatMap((person) =>
      person?.email
        ? [
            {
              recipient: person.email,
              person_id: person.id,
              appointmentId: hour.id,
              data: describeCancelled(
                hour,
                person.greeting_name,
                person.id === hour.patient_id ? null : (patient?.first_name ?? ''),
              ),
            },
          ]
        : [],
    )
    return mails.filter(
      (outgoing, index) =>
        mails.findIndex((other) => other.recipient.toLowerCase() === outgoing.recipient.toLowerCase()) ===
        index,
    )
  }

  async function cancel(actor: Canceller, appointmentId: number, origin: Origin): Promise<void> {
    const { hour: appointment, role } = await findCancellable(actor, appointmentId, origin)
    const byStaff = role === 'staff'
    const mails = actor.visiting || byStaff ? [] : await readMails(actor, appointment)
    const recipients = byStaff
      ? await clinicNotifier.listRecipients(appointment.patient_id, appointment.reserved)
      : []
    if (appointment.state === 'booked' && appointment.starts_at > clock.now())
      await cancellation.requestCancellation(appointmentId)
    await db.transaction(async (tx: Queries) => {
      if (!(await cancellation.cancel(tx, appointmentId, clock.now())))
        throw new ApiError('hourNotCancellable')
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: auditRoleOf(actor, { role }),
        action: cancelAction,
        patientId: appointment.patient_id,
        object: `id_appointment=${appointmentId}`,
        origin,
      })
      for (const outgoing of mails) await mail.queue(tx, appointmentCancelledMail, outgoing)
      const { day, time } = santiago(appointment.starts_at)
      await clinicNotifier.notify(tx, recipients, {
        appointment: { ...appointment, reserved_group: appointment.reserved ? reservedMark : null },
        textFor: ({ patient_name: name }) =>
          `La clínica canceló ${name === null ? 'tu hora' : `la hora de ${name}`} del ${showDay(day)} a las ${time}.`,
        template: appointmentCancelledMail,
        dataFor: ({ person, patient_name, without_account }) => ({
          ...describeCancelled(appointment, person.greeting_name, patient_name),
          without_account,
        }),
      })
    })
    mail.trigger()
  }

  return {
    /** Returns the appointments of several patients that have not ended and begin before `until`, the earliest first. */
    upcomingUntil: async (
      patients: readonly AuthorizedPatient<'appointments'>[],
      until: Date,
    ): Promise<Appointment[]> => {
      const now = clock.now()
      const found = await archive.upcomingUntil(patients.map(reading), now, until)
      return found.map((hour) => appointmentOf(hour, { address: videoAddress, now }))
    },
    upcoming,
    history,
    upcomingSummary: (patient: AuthorizedPatient<'appointments'>) => upcoming(patient, summary),
    historySummary: (patient: AuthorizedPatient<'appointments'>) => history(patient, summary),
    /**
     * Cancels an appointment. Throws 404 if the caller may not see it, and 409 if it has begun or is cancelled
     * already.
     */
    cancel,
  }
}

export type AppointmentsService = ReturnType<typeof createAppointmentsService>
