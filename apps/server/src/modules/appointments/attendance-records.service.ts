import type { Queries } from '../../platform/database/database.ts'
import { appointmentRecordsStore, type RecordedAttendance } from './appointment-records.store.ts'

/** Stores what staff record in place of the attendance that they saw. Returns false if it changed meanwhile. */
export function writeAttendance(tx: Queries, recorded: RecordedAttendance): Promise<boolean> {
  return appointmentRecordsStore.recordAttendance(tx, recorded)
}
