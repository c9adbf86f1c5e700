import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { operation } from '../../platform/context/operation.ts'
import {
  authorizeAppointment,
  rejectViewer,
  type SeenAppointment,
  toAudited,
  type ViewerContext,
} from './authorize-appointment.ts'
import { storeConfirmation } from './write-appointments.ts'

const confirmAction = 'appointments.confirm'

/**
 * Stores that the patient will attend an appointment that the viewer sees, and returns when that was confirmed first. Throws 409
 * if the appointment is cancelled, has begun, was moved meanwhile, or is in no calendar of the portal.
 */
export async function confirmSeen({ audit, clock, db }: ViewerContext, seen: SeenAppointment) {
  const { id, starts_at } = seen.appointment
  const confirmedAt = await db.transaction(async (tx) => {
    const at = await storeConfirmation(tx, { id, starts_at, now: clock.now() })
    if (at === null) throw new ApiError('hourNotConfirmable')
    await audit.add(tx, confirmAction, toAudited(seen))
    return at
  })
  return { confirmed_at: confirmedAt }
}

export const confirmAttendance = operation(appointmentAgendaEndpoints.confirm, async (ctx, { body }) => {
  const seen = await authorizeAppointment(ctx, body.id_appointment, confirmAction, null)
  const { patientId, object } = toAudited(seen)
  if (!seen.mayChange) await rejectViewer(ctx, confirmAction, patientId, object)
  return confirmSeen(ctx, seen)
})
