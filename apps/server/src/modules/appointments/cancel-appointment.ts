import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { CallContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { type Actor, getAuditRole, type RecordRole } from '../../platform/http/actor.ts'
import type { ArchivedAppointment, StoredAppointment } from '../../ports/clinical-archive.ts'
import { authorizeBooking } from '../family/patient-access.ts'
import { findPerson } from '../people/read-people.ts'
import { appointmentCancelledMail } from './appointments.mails.ts'
import { findExternalId } from './external-appointments.sql.ts'
import { listNotifiedByClinic, notifyByClinic } from './notify-by-clinic.ts'

/** The context of the person who cancels. `visiting`: through a partner portal, which itself notifies the patient. */
type CancellerContext = CallContext & {
  readonly actor: Pick<Actor, 'id' | 'rol' | 'visiting' | 'booksFor'>
}

const reservedMark = 'RESERVADA'
const cancelAction = 'appointments.cancel'

function describeCancelled(
  appointment: ArchivedAppointment,
  first_name: string,
  patient_name: string | null,
) {
  const { day, time } = santiago(appointment.starts_at)
  const { doctor_name, modality, place_detail: place } = appointment
  return { first_name, patient_name, day, hour: time, doctor_name, modality, place }
}

async function findCancellable(
  ctx: CancellerContext,
  appointmentId: number,
): Promise<{ appointment: StoredAppointment; role: RecordRole }> {
  const { actor, audit, ports } = ctx
  const appointment = await ports.archive.appointment(appointmentId)
  if (appointment === null) throw new ApiError('notFound')
  const { patient_id: patientId } = appointment
  if (actor.booksFor === patientId) return { appointment, role: 'staff' }
  const booking = await authorizeBooking(ctx, actor.id, patientId)
  const access = booking?.recordAccess ?? null
  if (access !== null && !(access.withoutReserved && appointment.reserved))
    return { appointment, role: access.role }
  // A person who booked this appointment for a member and may still book for them may cancel it, and sees nothing else.
  if (booking !== null && appointment.booked_by === actor.id)
    return { appointment, role: access?.role ?? 'guardian' }
  await audit.record(cancelAction, {
    patientId,
    object: `id_appointment=${appointmentId}`,
    outcome: 'refused',
  })
  throw new ApiError('notFound')
}

/** Mails to the caller and, if it is another person's appointment, to the patient. Each mailbox gets one. */
async function readMails(ctx: CancellerContext, appointment: ArchivedAppointment) {
  const { id: appointmentId, patient_id: patientId } = appointment
  const patient = await findPerson(ctx, patientId)
  const caller = ctx.actor.id === patientId ? null : await findPerson(ctx, ctx.actor.id)
  const mails = [caller, patient].flatMap((person) => {
    if (!person?.email) return []
    const patientName = person.id === patientId ? null : (patient?.first_name ?? '')
    const data = describeCancelled(appointment, person.greeting_name, patientName)
    return [{ recipient: person.email, person_id: person.id, appointmentId, data }]
  })
  const mailboxes = mails.map(({ recipient }) => recipient.toLowerCase())
  return mails.filter(({ recipient }, index) => mailboxes.indexOf(recipient.toLowerCase()) === index)
}

export async function cancelAppointment(ctx: CancellerContext, appointmentId: number): Promise<void> {
  const { actor, audit, clock, db, mail } = ctx
  const { cancellation } = ctx.ports
  const { appointment, role } = await findCancellable(ctx, appointmentId)
  const { patient_id: patientId, starts_at, reserved } = appointment
  const byStaff = role === 'staff'
  const mails = actor.visiting || byStaff ? [] : await readMails(ctx, appointment)
  const recipients = byStaff ? await listNotifiedByClinic(ctx, patientId, reserved) : []
  if (appointment.state === 'booked' && starts_at > clock.now())
    await cancellation.requestCancellation(appointmentId)
  await db.transaction(async (tx) => {
    if (!(await cancellation.cancel(tx, appointmentId, clock.now()))) throw new ApiError('hourNotCancellable')
    await audit.add(tx, cancelAction, {
      actorRole: getAuditRole(actor, { role }),
      patientId,
      object: `id_appointment=${appointmentId}`,
    })
    for (const outgoing of mails) await mail.queue(tx, appointmentCancelledMail, outgoing)
    const { day, time } = santiago(starts_at)
    await notifyByClinic(ctx, tx, recipients, {
      appointment: { ...appointment, reserved_group: reserved ? reservedMark : null },
      textFor: ({ patient_name: name }) =>
        `La clínica canceló ${name === null ? 'tu hora' : `la hora de ${name}`} del ${showDay(day)} a las ${time}.`,
      template: appointmentCancelledMail,
      dataFor: ({ person, patient_name, without_account }) => ({
        ...describeCancelled(appointment, person.greeting_name, patient_name),
        without_account,
      }),
    })
  })
}

export const cancelOwnAppointment = operation(appointmentEndpoints.cancel, async (ctx, { body }) => {
  await cancelAppointment(ctx, body.id_appointment)
  return {}
})

/** Cancels in the external service before the portal does. Appointments that are not in the service are skipped. */
export async function requestExternalCancellation(ctx: Context, appointmentId: number): Promise<void> {
  const service = ctx.ports.remoteScheduling
  if (service === null) return
  const stored = await findRow(ctx.db, findExternalId, { id: appointmentId })
  const id = stored?.outside_id ?? null
  if (stored === null || id === null) return
  const patient = await findPerson(ctx, stored.patient_id)
  if (patient === null) throw new ApiError('notFound')
  try {
    await service.ask(patient, bookingEndpoints.cancel, { params: { id_appointment: id } })
  } catch (error) {
    const isRejected = error instanceof ApiError && error.status < 500
    // Already cancelled in the service: by an earlier attempt without a response, or by the clinic.
    if (!isRejected || !(await service.isCancelled(patient, id))) throw error
  }
}
