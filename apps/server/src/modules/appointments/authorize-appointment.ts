import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { CallContext, Context } from '../../platform/context/context.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { StoredAppointment } from '../../ports/clinical-archive.ts'
import { authorizeBooking, recheckAccess } from '../family/patient-access.ts'

export type ViewerContext = CallContext & { readonly actor: Pick<Actor, 'id' | 'rol'> }

/** A `leader` sees only what they booked for an adult, a `delegate` what an adult gave them access to. */
export type ViewerRole = 'self' | 'guardian' | 'delegate' | 'leader'

export const recordRoles: readonly ViewerRole[] = ['self', 'guardian']

export type SeenAppointment = {
  readonly appointment: StoredAppointment
  readonly role: ViewerRole
  readonly mayChange: boolean
}

export const toAudited = ({ appointment, role }: SeenAppointment) => ({
  ...(role === 'self' ? {} : { actorRole: role }),
  patientId: appointment.patient_id,
  object: `id_appointment=${appointment.id}`,
})

export async function rejectViewer(
  { audit }: ViewerContext,
  action: string,
  patientId: number,
  object: string | null,
): Promise<never> {
  await audit.record(action, { patientId, object, outcome: 'refused' })
  throw new ApiError('notFound')
}

export async function findVisible(
  ctx: Context,
  viewerId: number,
  appointmentId: number,
): Promise<SeenAppointment | null> {
  const appointment = await ctx.ports.archive.appointment(appointmentId)
  if (appointment === null) return null
  const { patient_id: patientId } = appointment
  const access = await recheckAccess(ctx, viewerId, patientId, 'appointments')
  if (access?.withoutReserved && appointment.reserved) return null
  if (access !== null && access.role !== 'delegate')
    return { appointment, role: viewerId === patientId ? 'self' : 'guardian', mayChange: true }
  const booking = await authorizeBooking(ctx, viewerId, patientId)
  const isBooker = booking !== null && appointment.booked_by === viewerId
  if (access !== null)
    return {
      appointment,
      role: 'delegate',
      mayChange: isBooker || (booking?.recordAccess ?? null) !== null,
    }
  return isBooker ? { appointment, role: 'leader', mayChange: true } : null
}

export async function authorizeAppointment(
  ctx: ViewerContext,
  appointmentId: number,
  action: string,
  roles: readonly ViewerRole[] | null,
): Promise<SeenAppointment> {
  const seen = await findVisible(ctx, ctx.actor.id, appointmentId)
  if (seen !== null && (roles === null || roles.includes(seen.role))) return seen
  const appointment = seen?.appointment ?? (await ctx.ports.archive.appointment(appointmentId))
  if (appointment === null) throw new ApiError('notFound')
  return rejectViewer(ctx, action, appointment.patient_id, `id_appointment=${appointmentId}`)
}
