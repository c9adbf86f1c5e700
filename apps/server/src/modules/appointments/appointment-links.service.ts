/**
 * The links in reminders with which a recipient confirms or cancels an appointment without signing in. A link names the appointment,
 * its start and the recipient, whose access is checked again each time the link is used.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { LinkedAppointment } from '@mi-portal/contract/appointment-agenda'
import { accountStatus } from '@mi-portal/contract/people'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Origin } from '../../platform/http/actor.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createSigner } from '../../platform/security/tokens.ts'
import { findPerson } from '../people/people.service.ts'
import type { AppointmentAgendaService, Viewer } from './appointment-agenda.service.ts'
import type { AppointmentsService } from './appointments.service.ts'
import { findVisible, type SeenAppointment } from './authorize-appointment.ts'

const minute = 60_000

/** Creates and opens the links. Reminders are composed before the services that serve the links. */
export function createAppointmentLinkSigner(secrets: Secrets) {
  const signer = createSigner(secrets, 'appointment-link')
  return {
    /** Returns the page of an appointment's link for this recipient. */
    pathOf: (appointment: { readonly id: number; readonly starts_at: Date }, recipientId: number) =>
      `/hora/${signer.sign([appointment.id, recipientId, Math.floor(appointment.starts_at.getTime() / minute)])}` as const,
    /** Returns what a link names, or null if it was not created here. */
    open: (token: string) => {
      const [appointmentId, recipientId, startMinute] = signer.open(token) ?? []
      if (appointmentId === undefined || recipientId === undefined || startMinute === undefined) return null
      return { appointmentId, recipientId, startMinute }
    },
  }
}

export type AppointmentLinkSigner = ReturnType<typeof createAppointmentLinkSigner>

type AppointmentLinksDependencies = {
  readonly signer: AppointmentLinkSigner
  readonly agenda: Pick<AppointmentAgendaService, 'confirmSeen'>
  readonly appointments: Pick<AppointmentsService, 'cancel'>
  readonly ctx: Context
  readonly clock: Clock
}

export function createAppointmentLinksService({
  signer,
  agenda,
  appointments,
  ctx,
  clock,
}: AppointmentLinksDependencies) {
  /**
   * Returns the appointment of a link and its recipient. Throws 404 for an invalid link, a closed or locked account, or an
   * appointment that the recipient may no longer see. Throws 410 if the appointment has begun or has another time now.
   */
  async function open(token: string): Promise<{ viewer: Viewer; seen: SeenAppointment }> {
    const link = signer.open(token)
    const recipient = link === null ? null : await findPerson(ctx, link.recipientId)
    const isOpen =
      recipient?.status === accountStatus.enabled &&
      recipient.deleted_at === null &&
      recipient.locked_at === null
    if (link === null || recipient === null || !isOpen) throw new ApiError('notFound')
    const seen = await findVisible(ctx, recipient.id, link.appointmentId)
    if (seen === null || !seen.mayChange) throw new ApiError('notFound')
    const { starts_at } = seen.appointment
    const isSameTime = Math.floor(starts_at.getTime() / minute) === link.startMinute
    if (!isSameTime || starts_at <= clock.now()) throw new ApiError('appointmentLinkOver')
    return { viewer: { id: recipient.id, rol: recipient.rol }, seen }
  }

  return {
    /** Returns what the page of a link shows. Throws like {@link open}. */
    show: async (token: string): Promise<LinkedAppointment> => {
      const { appointment, role } = (await open(token)).seen
      const patient = role === 'self' ? null : await findPerson(ctx, appointment.patient_id)
      return {
        id_appointment: appointment.id,
        patient_name: patient?.first_name ?? null,
        doctor_name: appointment.doctor_name,
        starts_at: appointment.starts_at.toISOString(),
        modality: appointment.modality,
        place: appointment.place_detail,
        state: appointment.state,
        confirmed_at: appointment.confirmed_at?.toISOString() ?? null,
        can_confirm: appointment.state === 'booked' && appointment.in_own_calendar,
        can_move: appointment.state === 'booked' && appointment.can_move !== false,
      }
    },
    /** Confirms the appointment of a link. Throws like {@link open}, and 409 if it cannot be confirmed. */
    confirm: async (token: string, origin: Origin) => {
      const { viewer, seen } = await open(token)
      return agenda.confirmSeen(viewer, seen, origin)
    },
    /** Cancels the appointment of a link. Throws like {@link open}, and 409 if it is cancelled already. */
    cancel: async (token: string, origin: Origin) => {
      const { viewer, seen } = await open(token)
      await appointments.cancel(viewer, seen.appointment.id, origin)
    },
  }
}

export type AppointmentLinksService = ReturnType<typeof createAppointmentLinksService>
