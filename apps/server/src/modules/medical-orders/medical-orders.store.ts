import type { ScanState } from '@mi-portal/contract/desk-requests'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type StoredOrder = {
  readonly file_id: number
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly scan_state: ScanState
  readonly attached_at: Date
}

/** An appointment by its number and its patient, because another archive has appointments with numbers of its own. */
export type AppointmentOfPatient = { readonly id: number; readonly patient_id: number }

const find = statement<StoredOrder, AppointmentOfPatient>(
  'medicalOrders.find',
  `select o.file_id, f.key, f.name, f.media_type, coalesce(f.scan_state, 'clean') as scan_state, o.attached_at
   from appointment_orders o join appointments a on a.id = o.appointment_id join files f on f.id = o.file_id
   where o.appointment_id = :id and a.patient_id = :patient_id`,
)
const isOpen = `id = :id and patient_id = :patient_id and state = 'booked' and starts_at > :now::timestamptz`
const checkOpen = statement<{ id: number }, AppointmentOfPatient & { now: Date }>(
  'medicalOrders.checkOpen',
  `select id from appointments where ${isOpen}`,
)
const lockOpen = statement<{ id: number }, AppointmentOfPatient & { now: Date }>(
  'medicalOrders.lockOpen',
  `select id from appointments where ${isOpen} for update`,
)
const patientAt = statement<{ patient_id: number }, { id: number; sites: readonly number[] | null }>(
  'medicalOrders.patientAt',
  `select patient_id from appointments where id = :id and (:sites::int[] is null or office_id = any(:sites::int[]))`,
)
const attach = statement<never, { appointment_id: number; file_id: number; attached_by: number; now: Date }>(
  'medicalOrders.attach',
  `insert into appointment_orders (appointment_id, file_id, attached_by, attached_at)
   values (:appointment_id, :file_id, :attached_by, :now::timestamptz)`,
)
const remove = statement<{ file_id: number }, { appointment_id: number }>(
  'medicalOrders.remove',
  'delete from appointment_orders where appointment_id = :appointment_id returning file_id',
)
const removeAllOf = statement<{ file_id: number }, { patient_id: number }>(
  'medicalOrders.removeAllOf',
  `delete from appointment_orders o using appointments a
   where a.id = o.appointment_id and a.patient_id = :patient_id returning o.file_id`,
)

export function createMedicalOrdersStore(db: Database) {
  return {
    find: async (appointment: AppointmentOfPatient) => (await db.run(find, appointment))[0] ?? null,
    /** Returns whether the appointment is booked and has not begun at `now`. */
    isOpen: async (appointment: AppointmentOfPatient, now: Date) =>
      (await db.run(checkOpen, { ...appointment, now })).length > 0,
    /**
     * Locks the appointment until the end of the transaction, so that concurrent changes of its order follow each other. Returns
     * false if it is not booked or has begun at `now`.
     */
    lockOpen: async (tx: Queries, appointment: AppointmentOfPatient, now: Date) =>
      (await tx.run(lockOpen, { ...appointment, now })).length > 0,
    /** Returns the patient of an appointment at one of these sites; null if there is none. */
    patientAt: async (id: number, sites: readonly number[] | null) =>
      (await db.run(patientAt, { id, sites }))[0]?.patient_id ?? null,
    attach: async (
      tx: Queries,
      order: { readonly appointment_id: number; readonly file_id: number; readonly attached_by: number },
      now: Date,
    ) => {
      await tx.run(attach, { ...order, now })
    },
    /** Removes the order of an appointment. Returns the id of its file, or null if there was none. */
    remove: async (tx: Queries, appointmentId: number) =>
      (await tx.run(remove, { appointment_id: appointmentId }))[0]?.file_id ?? null,
    /** Removes the orders of all appointments of a patient and returns the ids of their files. */
    removeAllOf: async (tx: Queries, patientId: number) =>
      (await tx.run(removeAllOf, { patient_id: patientId })).map(({ file_id }) => file_id),
  }
}

export type MedicalOrdersStore = ReturnType<typeof createMedicalOrdersStore>
