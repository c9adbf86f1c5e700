import { toAppointment } from '@mi-portal/contract/appointments/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { addDays, toInstant } from '@mi-portal/contract/values/dates'
import type { ActorContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { cancelAppointment } from '../appointments/cancel-appointment.ts'
import { findRight, maySee, requireEntry, toAuditRole } from './authorize-booker.ts'
import { listBookedFor, listBusyTimes } from './booking.sql.ts'
import { writeCalendarFile } from './calendar/write-calendar-file.ts'

export async function readBooked(ctx: ActorContext, until?: Date) {
  const { actor, audit, clock, db } = ctx
  const found = await db.run(listBookedFor, { booked_by: actor.id, now: clock.now() })
  const booked = found.filter(({ starts_at }) => until === undefined || starts_at < until)
  const rights = await Promise.all(booked.map(({ patient_id }) => findRight(ctx, patient_id)))
  const shown = booked.filter((_, index) => rights[index] === 'leader')
  const patients = shown.map(({ patient_id }) => patient_id)
  await audit.recordEach('booking.booked', patients, { actorRole: 'leader' })
  return shown.map((row) => ({
    ...toAppointment(row, null),
    patient_full_name: row.patient_full_name,
  }))
}

export const listBooked = operation(bookingEndpoints.booked, async (ctx) => ({ data: await readBooked(ctx) }))

/** Times of the caller, of minors in their care, and of adults for whom they booked, without what the caller may not see. */
export const listBusy = operation(bookingEndpoints.busyTimes, async (ctx, { query: { from, to } }) => {
  const { actor, audit, db } = ctx
  const found = await db.run(listBusyTimes, {
    person_id: actor.booksFor ?? actor.id,
    from: toInstant(from, '00:00'),
    until: toInstant(addDays(to, 1), '00:00'),
  })
  const judged = await Promise.all(
    found.map(async (row) => {
      const right = await findRight(ctx, row.patient_id)
      return { row, right, isSeen: right !== null && (await maySee(ctx, row, right)) }
    }),
  )
  const shown = judged.filter(({ isSeen }) => isSeen)
  for (const actorRole of ['guardian', 'delegate', 'leader'] as const) {
    const patients = shown.filter(({ right }) => right === actorRole).map(({ row }) => row.patient_id)
    await audit.recordEach('booking.busyTimes', patients, { actorRole })
  }
  const data = shown.map(({ row: { id, patient_id, first_name, starts_at, ends_at } }) => ({
    id_appointment: id,
    patient_id,
    first_name,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
  }))
  return { data }
})

export const cancelBooking = operation(bookingEndpoints.cancel, async (ctx, { params }) => {
  if (ctx.actor.booksFor !== undefined) await requireEntry(ctx, params.id_appointment)
  await cancelAppointment(ctx, params.id_appointment)
  return {}
})

export const sendCalendarFile = operation(bookingEndpoints.calendarFile, async (ctx, { params, reply }) => {
  const { id_appointment: id } = params
  const entry = await requireEntry(ctx, id)
  await ctx.audit.record('booking.calendarFile', {
    actorRole: toAuditRole(entry.right, ctx.actor),
    patientId: entry.patient_id,
    object: `id_appointment=${id}`,
  })
  return reply
    .header('content-disposition', `attachment; filename="hora-${id}.ics"`)
    .type('text/calendar; charset=utf-8')
    .serializer(String)
    .send(await writeCalendarFile(ctx, entry))
})
