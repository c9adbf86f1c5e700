/**
 * Writes the portal's record of appointments, for every domain that books, moves, cancels or receives one. The functions run in the
 * transaction of the caller, who decides whether the change is allowed. The database decides whether the time is free. Every function
 * that changes the time of an appointment or cancels it releases its time for the waiting list.
 */
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { MarkedItem } from '../../ports/clinical-archive.ts'
import type { AppointmentsSql } from './appointments.sql.generated.ts'
import * as sql from './appointments.sql.ts'

type Given = { readonly [Name in keyof AppointmentsSql]: Readonly<AppointmentsSql[Name]['given']> }

/** An appointment that a person books or moves. `service_item` is written `exam:1063` or `procedure:P001`. */
export type BookedAppointment = Given['book']

/** An appointment as a clinic's own system sends it. Its attendance is null if the sender does not say whether the patient attended. */
export type ReceivedAppointment = Omit<Given['addReceived'], 'patient_id' | 'now'>

export const bookAppointment = (tx: Queries, booked: BookedAppointment) => tx.run(sql.bookSql, booked)

/** Moves an appointment. Fails under the name of the constraint if its new time is taken. */
export const moveAppointment = (tx: Queries, moved: BookedAppointment) => tx.run(sql.moveSql, moved)

export const rescheduleAppointment = async (tx: Queries, moved: Given['reschedule']) =>
  (await tx.run(sql.rescheduleSql, moved)).length > 0

/**
 * Cancels an appointment that is booked and has not begun at `now`. Returns false otherwise. Of several concurrent cancellations only
 * one returns true. Appointments of an external archive are cancelled by `ports.cancellation`.
 */
export const cancelBooked = async (tx: Queries, id: number, now: Date) =>
  (await tx.run(sql.cancelSql, { id, now })).length > 0

/**
 * Stores that the patient will attend an appointment of the portal's own calendars, and returns when that was confirmed first.
 * Returns null if the appointment is not booked at this time, or has begun at `now`.
 */
export const storeConfirmation = async (tx: Queries, confirmed: Given['confirm']) =>
  (await findRow(tx, sql.confirmSql, confirmed))?.confirmed_at ?? null

/**
 * Stores what staff record in place of the attendance that they saw. An appointment that was reported as missed is booked again if it
 * was not. Returns false if the appointment was cancelled otherwise or begins later than `latest_start`, or if the attendance is not
 * `previous` any more.
 */
export const writeAttendance = async (tx: Queries, recorded: Given['recordAttendance']) =>
  (await tx.run(sql.writeAttendanceSql, recorded)).length > 0

/** Links the answers about an exam to its appointment, which must have been written before. */
export const attachAnswers = (tx: Queries, attached: Given['attachAnswers']) =>
  tx.run(sql.attachAnswersSql, attached)

export async function setAppointmentPrivate(tx: Queries, item: MarkedItem, is_private: boolean, now: Date) {
  const row = await findRow(tx, sql.setPrivateSql, { ...item, is_private, now })
  if (row === null) return 'absent'
  return row.is_stored ? 'stored' : 'bookedByOther'
}

/** Marks an appointment of a partner portal, which itself notifies and reminds its patient. */
export const markNotifiedElsewhere = (tx: Queries, id: number) => tx.run(sql.markNotifiedElsewhereSql, { id })

export async function addReceivedAppointment(tx: Queries, received: Given['addReceived']): Promise<number> {
  const row = await findRow(tx, sql.addReceivedSql, received)
  if (row === null) throw new Error('appointments.addReceived returned no row')
  return row.id
}

export const changeReceivedAppointment = (tx: Queries, received: Given['changeReceived']) =>
  tx.run(sql.changeReceivedSql, received)

/** Adds times of a calendar that became free. The waiting list offers each of them once. */
export const addFreedTimes = (tx: Queries, times: readonly Omit<Given['addFreedTime'], 'now'>[], now: Date) =>
  Promise.all(times.map((time) => tx.run(sql.addFreedTimeSql, { ...time, now })))

/** Adds the slots of a period for which a patient waits, of all professionals if `professional_id` is null. */
export const addFreedSlots = (tx: Queries, freed: Given['addFreedSlots']) =>
  tx.run(sql.addFreedSlotsSql, freed)

export const removePastTimes = (db: Queries, now: Date) => db.run(sql.removePastTimesSql, { now })

/** Claims a freed time by deleting it from the list. Returns false if another server was faster. */
export const claimFreedTime = async (db: Queries, id: number) =>
  (await db.run(sql.claimFreedTimeSql, { id })).length > 0
