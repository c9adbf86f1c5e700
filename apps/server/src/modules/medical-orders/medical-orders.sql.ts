import { defineSql } from '../../platform/database/statement.ts'
import type { MedicalOrdersSql } from './medical-orders.sql.generated.ts'

const sql = defineSql<MedicalOrdersSql, { scan_state: 'pending' | 'clean' | 'infected' | 'unscanned' }>(
  'medicalOrders',
)

export const findOrder = sql('find')`
  select o.file_id, f.key, f.name, f.media_type, coalesce(f.scan_state, 'clean') as scan_state!, o.attached_at
  from appointment_orders o join appointments a on a.id = o.appointment_id join files f on f.id = o.file_id
  where o.appointment_id = :id and a.patient_id = :patient_id`

const isOpen = `id = :id and patient_id = :patient_id and state = 'booked' and starts_at > :now::timestamptz`

export const checkOpen = sql('checkOpen')`select id from appointments where ${isOpen}`

export const lockOpenAppointment = sql('lockOpen')`select id from appointments where ${isOpen} for update`

export const findPatientAtSites = sql('patientAt')`
  select patient_id from appointments where id = :id and (:sites?::int[] is null or office_id = any(:sites?::int[]))`

export const attachOrder = sql('attach')`
  insert into appointment_orders (appointment_id, file_id, attached_by, attached_at)
  values (:appointment_id, :file_id, :attached_by, :now::timestamptz)`

export const deleteOrder = sql('remove')`
  delete from appointment_orders where appointment_id = :appointment_id returning file_id`

export const deleteOrdersOfPatient = sql('removeAllOf')`
  delete from appointment_orders o using appointments a
  where a.id = o.appointment_id and a.patient_id = :patient_id returning o.file_id`
