/**
 * Detects appointments that the clinic cancelled or moved in its own system. It compares their last known state with the current
 * one, and notifies the patient once. If the archive does not answer, nothing is concluded about an appointment.
 */

import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { describeError, type Logger } from '../../../platform/logger.ts'
import type { AppointmentWatch, ExternalAppointment } from '../../../ports/clinical-archive.ts'
import type { AnnouncedAppointment, AppointmentNotifier } from '../appointment-notifier.service.ts'
import type { AppointmentChange, WatchedAppointment } from './external-changes.sql.ts'
import * as externalChangesSql from './external-changes.sql.ts'

type ExternalChangesDependencies = {
  readonly db: Database
  readonly notifier: AppointmentNotifier
  /**
   * The external archive; null if no archive is configured. Changes that other systems send are announced all
   * the same.
   */
  readonly watch: AppointmentWatch | null
  readonly clock: Clock
  readonly logger: Logger
}

/** Patients whose appointments are compared in one run. */
const patientsAtOnce = 50
/** Milliseconds after which an appointment missing in a response is searched again, before it counts as gone. */
const confirmAfter = 10 * 60_000

/** Converts a change to the type with which changes by staff are announced. */
function appointmentOfChange(change: AppointmentChange): AnnouncedAppointment {
  const { patient_id, old_starts_at, doctor_name, place, modality, reserved_group } = change
  return {
    // The id of the change is not the id of an appointment of the portal.
    id_appointment: null,
    patient_id,
    booked_by: null,
    reserved_group,
    starts_at: old_starts_at,
    doctor_name,
    place,
    modality,
  }
}

export function createExternalChangesService(dependencies: ExternalChangesDependencies) {
  const { db, notifier, watch, clock, logger } = dependencies

  /** Compares a watched appointment with the one that the archive returned, from a search or by its id. */
  async function compare(watched: WatchedAppointment, found: ExternalAppointment, now: Date): Promise<void> {
    if (found.state === 'cancelled') return externalChangesSql.end(db, watched, now)
    if (found.state !== 'booked' || found.starts_at.getTime() === watched.starts_at.getTime()) return
    await externalChangesSql.move(db, watched, found, now)
  }

  /** Reads an appointment that was missing in a search a second time, by its id. */
  async function confirmMissing(
    archive: AppointmentWatch,
    watched: WatchedAppointment,
    now: Date,
  ): Promise<void> {
    if (watched.missing_since === null) return externalChangesSql.noteMissing(db, watched.id, now)
    if (now.getTime() - watched.missing_since.getTime() < confirmAfter) return
    const found = await archive.appointment(watched.patient_id, watched.source)
    if (found === 'gone') return externalChangesSql.end(db, watched, now)
    if (found !== 'unknown') await compare(watched, found, now)
  }

  async function check(archive: AppointmentWatch, patientId: number): Promise<void> {
    const now = clock.now()
    const found = await archive.appointments(patientId, now)
    // Without exactly one record of the patient, nothing is known about their appointments.
    if (found === null) return
    const bySource = new Map(found.map((one) => [one.source, one]))
    for (const watched of await externalChangesSql.watched(db, archive.name, patientId, now)) {
      const there = bySource.get(watched.source)
      if (there === undefined) await confirmMissing(archive, watched, now)
      else await compare(watched, there, now)
    }
    const upcoming = found.filter(({ state, starts_at }) => state === 'booked' && starts_at > now)
    if (upcoming.length > 0) await externalChangesSql.watch(db, archive.name, patientId, upcoming)
  }

  async function notifyChange(change: AppointmentChange): Promise<boolean> {
    const appointment = appointmentOfChange(change)
    const audience = await notifier.audienceOf([appointment])
    return db.transaction(async (tx) => {
      const now = clock.now()
      if (!(await externalChangesSql.claim(tx, change.id, now))) return false
      // Changes of a past appointment are not announced.
      if (change.old_starts_at <= now && change.starts_at <= now) return false
      if (change.kind === 'cancelled') await notifier.cancelledExternally(tx, appointment, audience)
      else await notifier.moved(tx, appointment, { ...change, address: '' }, audience, false)
      return true
    })
  }

  /** Notifies of all pending changes. Each change is announced once, also if several servers run this. */
  async function announce(): Promise<number> {
    let count = 0
    for (const change of await externalChangesSql.waiting(db)) if (await notifyChange(change)) count += 1
    if (count > 0) notifier.sent()
    return count
  }

  return {
    announce,

    /** Compares the appointments of the patients that are due, then announces the changes. */
    compare: async () => {
      if (watch === null) return { patients: 0, announced: await announce() }
      const due = await externalChangesSql.claimDue(db, watch.name, clock.now(), patientsAtOnce)
      let patients = 0
      try {
        for (const patientId of due) {
          await check(watch, patientId)
          patients += 1
        }
      } catch (error) {
        // The archive does not answer, so the remaining patients are left for a later run.
        logger.warn(
          describeError(error),
          'appointments of a patient could not be compared with the clinical archive: the next run tries again',
        )
      }
      return { patients, announced: await announce() }
    },

    purge: () => externalChangesSql.purge(db, clock.now()),
  }
}

export type ExternalChangesService = ReturnType<typeof createExternalChangesService>
