import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { addDays, toInstant } from '@mi-portal/contract/values/dates'
import type { ActorContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { brokenConstraint } from '../../platform/database/constraint-errors.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { rescheduleAppointment, storeConfirmation } from '../appointments/write-appointments.ts'
import { holdForMove, releaseAfterMove } from '../booking/calendar/refresh-calendars.ts'
import { calendarOperation } from './calendar-operation.ts'
import { cancelByClinic, recordChange } from './decide-appointments.ts'
import { notifyMoved, readAudience } from './notify-patients.ts'
import type { AppointmentRow } from './staff-appointments.sql.ts'
import * as sql from './staff-appointments.sql.ts'

/** Finds an appointment in the portal's own calendars; null at a site that is not among those of the member of staff. */
const findAppointment = ({ actor, clock, db }: ActorContext, id: number) =>
  findRow(db, sql.findAppointment, { id, now: clock.now(), sites: actor.sites })

async function requireAppointment(ctx: ActorContext, id: number): Promise<AppointmentRow> {
  const appointment = await findAppointment(ctx, id)
  if (appointment === null) throw new ApiError('notFound')
  return appointment
}

async function lockAppointment(
  tx: Queries,
  { id_appointment: id, sequence: seen }: AppointmentRow,
  sequence: number,
  now: Date,
): Promise<void> {
  const current = await findRow(tx, sql.lockAppointment, { id, now })
  if (current === null) throw new ApiError('hourNotCancellable')
  if (current.sequence !== sequence || seen !== sequence) throw new ApiError('changedMeanwhile')
}

export const listTargets = calendarOperation(
  calendarAppointmentEndpoints.targets,
  async (ctx, { params: { id }, query }) => {
    await requireAppointment(ctx, id)
    const slots = await ctx.db.run(sql.listTargets, {
      id,
      from: toInstant(query.from, '00:00'),
      to: toInstant(addDays(query.from, 14), '00:00'),
      all_professionals: query.of === 'any',
      now: ctx.clock.now(),
      sites: ctx.actor.sites,
    })
    return { slots }
  },
)

/**
 * Moves an appointment to another slot. Throws 409 if the appointment was changed since `sequence`, or if the slot is taken,
 * held or gone. Throws 400 if the slot has the other modality and staff have not confirmed the change.
 */
export const moveByClinic = calendarOperation(
  calendarAppointmentEndpoints.move,
  async (ctx, { params: { id }, body: { slot_id, sequence, accepted_modality } }) => {
    const { actor, clock, db } = ctx
    const appointment = await requireAppointment(ctx, id)
    const audience = await readAudience(ctx, [appointment])
    const now = clock.now()
    try {
      await db.transaction(async (tx) => {
        await tx.run(sql.lockPatient, { id: appointment.patient_id })
        await lockAppointment(tx, appointment, sequence, now)
        const held = await holdForMove(tx, slot_id, now, actor.id)
        if (held === null) throw new ApiError('slotTaken')
        const slot = await findRow(tx, sql.findTargetSlot, { id, slot_id, sites: actor.sites })
        if (slot === null || !(await rescheduleAppointment(tx, { ...slot, id, now })))
          throw new ApiError('slotTaken')
        if (slot.modality !== appointment.modality && slot.modality !== accepted_modality)
          throw new ApiError('modalityNotAccepted', { param: 'accepted_modality' })
        await releaseAfterMove(tx, held)
        await recordChange(ctx, tx, 'agenda.move', appointment)
        await notifyMoved(ctx, tx, appointment, { ...slot, place: slot.place_detail }, audience, true)
      })
    } catch (error) {
      const constraint = brokenConstraint(error)
      if (constraint === 'appointments_patient_once') throw new ApiError('patientBusy')
      // Any other constraint: the slot was booked, or its calendar was changed, by a concurrent request.
      if (constraint !== null) throw new ApiError('slotTaken')
      throw error
    }
    return {}
  },
)

/** With an external service, staff cancel only what was booked in the portal's own calendars before: no other system can. */
export const cancelForPatient = operation(
  calendarAppointmentEndpoints.cancel,
  async (ctx, { params: { id }, body: { sequence } }) => {
    const { clock, db, ports } = ctx
    const appointment = await findAppointment(ctx, id)
    if (appointment === null)
      throw new ApiError(ports.remoteScheduling === null ? 'notFound' : 'calendarsElsewhere')
    const audience = await readAudience(ctx, [appointment])
    await db.transaction(async (tx) => {
      await lockAppointment(tx, appointment, sequence, clock.now())
      await cancelByClinic(ctx, tx, appointment, audience)
    })
    return {}
  },
)

export const confirmByClinic = calendarOperation(
  calendarAppointmentEndpoints.confirm,
  async (ctx, { params: { id }, body: { sequence } }) => {
    const appointment = await requireAppointment(ctx, id)
    const now = ctx.clock.now()
    await ctx.db.transaction(async (tx) => {
      await lockAppointment(tx, appointment, sequence, now)
      await storeConfirmation(tx, { id, starts_at: appointment.starts_at, now })
      await recordChange(ctx, tx, 'agenda.confirm', appointment)
    })
    return {}
  },
)
