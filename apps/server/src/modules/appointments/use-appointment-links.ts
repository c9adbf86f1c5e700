/**
 * The links in reminders with which a recipient confirms or cancels an appointment without signing in. A link names the appointment,
 * its start and the recipient, whose access is checked again each time the link is used.
 */

import { appointmentLinkEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { accountStatus } from '@mi-portal/contract/people'
import { type CallContext, type Context, createCallContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { getSigner } from '../../platform/context/signers.ts'
import { findPerson } from '../people/read-people.ts'
import { findVisible } from './authorize-appointment.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { confirmSeen } from './confirm-attendance.ts'

const toMinutes = (at: Date) => Math.floor(at.getTime() / 60_000)

const linkPurpose = 'appointment-link'

export function signAppointmentLink(
  ctx: Context,
  appointment: { readonly id: number; readonly starts_at: Date },
  recipientId: number,
): `/${string}` {
  return `/hora/${getSigner(ctx, linkPurpose).sign([appointment.id, recipientId, toMinutes(appointment.starts_at)])}`
}

/**
 * Returns the appointment of a link, and the context of its recipient. Throws 404 for an invalid link, a closed or locked account, or
 * an appointment that the recipient may no longer see. Throws 410 if the appointment has begun or has another time now.
 */
async function openLink(ctx: CallContext, token: string) {
  const [appointmentId, recipientId, startMinute] = getSigner(ctx, linkPurpose).open(token) ?? []
  const recipient = recipientId === undefined ? null : await findPerson(ctx, recipientId)
  const isOpen =
    recipient?.status === accountStatus.enabled &&
    recipient.deleted_at === null &&
    recipient.locked_at === null
  if (appointmentId === undefined || recipient === null || !isOpen) throw new ApiError('notFound')
  const seen = await findVisible(ctx, recipient.id, appointmentId)
  if (seen === null || !seen.mayChange) throw new ApiError('notFound')
  const { starts_at } = seen.appointment
  if (toMinutes(starts_at) !== startMinute || starts_at <= ctx.clock.now())
    throw new ApiError('appointmentLinkOver')
  const { id, rol } = recipient
  return { viewer: createCallContext(ctx, { id, rol }, ctx.origin), seen }
}

export const showLinkedAppointment = operation(appointmentLinkEndpoints.show, async (ctx, { body }) => {
  const { appointment, role } = (await openLink(ctx, body.token)).seen
  const patient = role === 'self' ? null : await findPerson(ctx, appointment.patient_id)
  const isBooked = appointment.state === 'booked'
  return {
    appointment: {
      id_appointment: appointment.id,
      patient_name: patient?.first_name ?? null,
      doctor_name: appointment.doctor_name,
      starts_at: appointment.starts_at,
      modality: appointment.modality,
      place: appointment.place_detail,
      state: appointment.state,
      confirmed_at: appointment.confirmed_at,
      can_confirm: isBooked && appointment.in_own_calendar,
      can_move: isBooked && appointment.can_move !== false,
    },
  }
})

export const confirmLinkedAppointment = operation(appointmentLinkEndpoints.confirm, async (ctx, { body }) => {
  const { viewer, seen } = await openLink(ctx, body.token)
  return confirmSeen(viewer, seen)
})

export const cancelLinkedAppointment = operation(appointmentLinkEndpoints.cancel, async (ctx, { body }) => {
  const { viewer, seen } = await openLink(ctx, body.token)
  await cancelAppointment(viewer, seen.appointment.id)
  return {}
})
