/** Appointments that a change of a calendar leaves without a slot. They never lose it without a decision by staff. */

import type { Decision } from '@mi-portal/contract/agenda/calendar-appointments'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ActorContext } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { type Audience, notifyCancelled } from './notify-patients.ts'
import type { AppointmentRow } from './staff-appointments.sql.ts'

export async function presentAppointments(
  { audit }: ActorContext,
  rows: readonly AppointmentRow[],
  action: 'agenda.week' | 'agenda.kept' = 'agenda.week',
): Promise<AppointmentRow[]> {
  await audit.recordEach(
    action,
    rows.map(({ patient_id }) => patient_id),
  )
  return [...rows]
}

export const recordChange = (
  { audit }: ActorContext,
  tx: Queries,
  action: 'agenda.cancel' | 'agenda.move' | 'agenda.confirm',
  { id_appointment, patient_id }: AppointmentRow,
) => audit.add(tx, action, { patientId: patient_id, object: `id_appointment=${id_appointment}` })

export async function cancelByClinic(
  ctx: ActorContext,
  tx: Queries,
  appointment: AppointmentRow,
  audience: Audience,
): Promise<void> {
  const { clock, ports } = ctx
  if (!(await ports.cancellation.cancel(tx, appointment.id_appointment, clock.now())))
    throw new ApiError('hourNotCancellable')
  await recordChange(ctx, tx, 'agenda.cancel', appointment)
  await notifyCancelled(ctx, tx, appointment, audience)
}

/**
 * Applies the decisions about all appointments that a change leaves without a slot. `appointments` are these appointments, read after
 * the change in the same transaction. Throws 409 if they are not exactly those of the decisions.
 */
export async function applyDecisions(
  ctx: ActorContext,
  tx: Queries,
  appointments: readonly AppointmentRow[],
  decisions: readonly Decision[],
  audience: Audience,
): Promise<void> {
  const byId = new Map(decisions.map((decision) => [decision.id_appointment, decision]))
  const isDecided = ({ id_appointment, sequence }: AppointmentRow) =>
    byId.get(id_appointment)?.sequence === sequence
  if (
    byId.size !== appointments.length ||
    decisions.length !== appointments.length ||
    !appointments.every(isDecided)
  )
    throw new ApiError('hoursUndecided')
  for (const appointment of appointments)
    if (byId.get(appointment.id_appointment)?.act === 'cancel')
      await cancelByClinic(ctx, tx, appointment, audience)
}
