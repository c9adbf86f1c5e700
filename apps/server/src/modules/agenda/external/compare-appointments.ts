/**
 * Detects appointments that the clinic cancelled or moved in its own system. It compares their last known state with the current
 * one, and notifies the patient once. If the archive does not answer, nothing is concluded about an appointment.
 */

import type { Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import { describeError } from '../../../platform/logger.ts'
import type { AppointmentWatch, ExternalAppointment } from '../../../ports/clinical-archive.ts'
import { type AnnouncedAppointment, notifyCancelled, notifyMoved, readAudience } from '../notify-patients.ts'
import type { AppointmentChange, WatchedAppointment } from './external-changes.sql.ts'
import * as sql from './external-changes.sql.ts'

const patientsAtOnce = 50
/** Milliseconds after which an appointment missing in a response is searched again, before it counts as gone. */
const confirmAfter = 10 * 60_000

function toAnnounced({ old_starts_at, ...change }: AppointmentChange): AnnouncedAppointment {
  return { ...change, id_appointment: null, booked_by: null, starts_at: old_starts_at }
}

const endWatch = ({ db }: Context, { id, starts_at }: WatchedAppointment, now: Date) =>
  db.run(sql.endWatched, { id, now, known_starts: [starts_at] })

async function compareOne(ctx: Context, watched: WatchedAppointment, found: ExternalAppointment, now: Date) {
  const { id, starts_at } = watched
  if (found.state === 'cancelled') await endWatch(ctx, watched, now)
  if (found.state !== 'booked' || found.starts_at.getTime() === starts_at.getTime()) return
  await ctx.db.run(sql.moveWatched, {
    id,
    now,
    known_starts: [starts_at, found.starts_at],
    old_starts_at: starts_at,
    appointment: JSON.stringify(found),
  })
}

async function confirmMissing(
  ctx: Context,
  archive: AppointmentWatch,
  watched: WatchedAppointment,
  now: Date,
) {
  const { id, missing_since, patient_id, source } = watched
  if (missing_since === null) {
    await ctx.db.run(sql.markMissing, { id, now })
    return
  }
  if (now.getTime() - missing_since.getTime() < confirmAfter) return
  const found = await archive.appointment(patient_id, source)
  if (found === 'gone') await endWatch(ctx, watched, now)
  else if (found !== 'unknown') await compareOne(ctx, watched, found, now)
}

async function comparePatient(ctx: Context, archive: AppointmentWatch, patient_id: number): Promise<void> {
  const { clock, db } = ctx
  const now = clock.now()
  const found = await archive.appointments(patient_id, now)
  // Without exactly one record of the patient, nothing is known about their appointments.
  if (found === null) return
  const bySource = new Map(found.map((one) => [one.source, one]))
  for (const watched of await db.run(sql.listWatched, { archive: archive.name, patient_id, now })) {
    const there = bySource.get(watched.source)
    if (there === undefined) await confirmMissing(ctx, archive, watched, now)
    else await compareOne(ctx, watched, there, now)
  }
  const upcoming = found.filter(({ state, starts_at }) => state === 'booked' && starts_at > now)
  if (upcoming.length === 0) return
  await db.run(sql.insertWatched, {
    archive: archive.name,
    patient_id,
    appointments: JSON.stringify(upcoming),
  })
}

async function announceOne(ctx: Context, change: AppointmentChange): Promise<boolean> {
  const appointment = toAnnounced(change)
  const audience = await readAudience(ctx, [appointment])
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    // Of several servers one announces the change.
    if ((await findRow(tx, sql.claimChange, { id: change.id, now })) === null) return false
    // Changes of a past appointment are not announced.
    if (change.old_starts_at <= now && change.starts_at <= now) return false
    if (change.kind === 'cancelled') await notifyCancelled(ctx, tx, appointment, audience, true)
    else await notifyMoved(ctx, tx, appointment, { ...change, address: '' }, audience, false)
    return true
  })
}

/** Notifies of all pending changes. Each change is announced once, also if several servers run this. */
async function announceChanges(ctx: Context): Promise<number> {
  let count = 0
  for (const change of await ctx.db.run(sql.listWaitingChanges, {}))
    if (await announceOne(ctx, change)) count += 1
  return count
}

export async function compareAppointments(ctx: Context) {
  const { clock, db, logger, ports } = ctx
  const { watch } = ports
  if (watch === null) return { patients: 0, announced: await announceChanges(ctx) }
  const asked = { archive: watch.name, now: clock.now(), limit_rows: patientsAtOnce }
  let patients = 0
  try {
    for (const { patient_id } of await db.run(sql.claimDuePatients, asked)) {
      await comparePatient(ctx, watch, patient_id)
      patients += 1
    }
  } catch (error) {
    // The archive does not answer, so the remaining patients are left for a later run.
    logger.warn(
      describeError(error),
      'appointments of a patient could not be compared with the clinical archive: the next run tries again',
    )
  }
  return { patients, announced: await announceChanges(ctx) }
}
