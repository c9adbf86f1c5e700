import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { MedicalOrdersSql } from './medical-orders.sql.generated.ts'

const sql = defineSql<MedicalOrdersSql, { scan_state: 'pending' | 'clean' | 'infected' | 'unscanned' }>(
  'medicalOrders',
)

export type StoredOrder = Row<typeof findSql>

/** An appointment by its number and its patient, because another archive has appointments with numbers of its own. */
export type AppointmentOfPatient = { readonly id: number; readonly patient_id: number }

const findSql = sql(
  'find',
  `select o.file_id, f.key, f.name, f.media_type, coalesce(f.scan_state, 'clean') as scan_state!, o.attached_at
   from appointment_orders o join appointments a on a.id = o.appointment_id join files f on f.id = o.file_id
   where o.appointment_id = :id and a.patient_id = :patient_id`,
)
const isOpenSql = `id = :id and patient_id = :patient_id and state = 'booked' and starts_at > :now::timestamptz`
const checkOpen = sql('checkOpen', `select id from appointments where ${isOpenSql}`)
const lockOpenSql = sql('lockOpen', `select id from appointments where ${isOpenSql} for update`)
const patientAtSql = sql(
  'patientAt',
  `select patient_id from appointments where id = :id and (:sites?::int[] is null or office_id = any(:sites?::int[]))`,
)
const attachSql = sql(
  'attach',
  `insert into appointment_orders (appointment_id, file_id, attached_by, attached_at)
   values (:appointment_id, :file_id, :attached_by, :now::timestamptz)`,
)
const removeSql = sql(
  'remove',
  'delete from appointment_orders where appointment_id = :appointment_id returning file_id',
)
const removeAllOfSql = sql(
  'removeAllOf',
  `delete from appointment_orders o using appointments a
   where a.id = o.appointment_id and a.patient_id = :patient_id returning o.file_id`,
)

export const find = async (db: Queries, appointment: AppointmentOfPatient) =>
  (await db.run(findSql, appointment))[0] ?? null

/** Returns whether the appointment is booked and has not begun at `now`. */
export const isOpen = async (db: Queries, appointment: AppointmentOfPatient, now: Date) =>
  (await db.run(checkOpen, { ...appointment, now })).length > 0

/**
 * Locks the appointment until the end of the transaction, so that concurrent changes of its order follow each other. Returns
 * false if it is not booked or has begun at `now`.
 */
export const lockOpen = async (tx: Queries, appointment: AppointmentOfPatient, now: Date) =>
  (await tx.run(lockOpenSql, { ...appointment, now })).length > 0

/** Returns the patient of an appointment at one of these sites; null if there is none. */
export const patientAt = async (db: Queries, id: number, sites: readonly number[] | null) =>
  (await db.run(patientAtSql, { id, sites }))[0]?.patient_id ?? null

export const attach = async (
  tx: Queries,
  order: { readonly appointment_id: number; readonly file_id: number; readonly attached_by: number },
  now: Date,
) => {
  await tx.run(attachSql, { ...order, now })
}

/** Removes the order of an appointment. Returns the id of its file, or null if there was none. */
export const remove = async (tx: Queries, appointmentId: number) =>
  (await tx.run(removeSql, { appointment_id: appointmentId }))[0]?.file_id ?? null

/** Removes the orders of all appointments of a patient and returns the ids of their files. */
export const removeAllOf = async (tx: Queries, patientId: number) =>
  (await tx.run(removeAllOfSql, { patient_id: patientId })).map(({ file_id }) => file_id)
