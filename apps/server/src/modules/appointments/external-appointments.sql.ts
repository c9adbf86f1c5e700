import { defineSql } from '../../platform/database/statement.ts'
import type { ExternalAppointmentsSql } from './external-appointments.sql.generated.ts'

const sql = defineSql<ExternalAppointmentsSql, { modality: 'presencial' | 'telemedicina' }>(
  'externalAppointments',
)

const columns = `id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, (select image_key from professionals where rut = rut_professional) as image_key`
// The portal's site with the name of the service's site. Without one, or for a visit by video, any site stands in its place:
// its address is shown only where the names agree.
const officeNamed =
  '(select id from offices order by (name = :place_care) desc, retired_at is not null, id limit 1)'

export const findExternalAppointment = sql('byExternalId')`
  select ${columns} from appointments where outside_id = :outside_id`
export const findExternalId = sql('findExternalId')`
  select outside_id, patient_id from appointments where id = :id`
export const bookExternal = sql('book')`
  insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
    modality, outside_id, place_care, place_detail, starts_at, ends_at, reserved_group, booked_by, created_at,
    service_item, office_id, state, scheduled)
  values (:patient_id, :rut_professional, :doctor_name, :specialty_code, :specialty, :sub_context, :modality,
    :outside_id, :place_care, :place_detail, :starts_at::timestamptz, :ends_at::timestamptz,
    coalesce(:reserved_group?::text, (select reserved_group from services where code = :specialty_code)), :booked_by,
    :now::timestamptz, :service_item?, ${officeNamed}, 'booked', true)
  on conflict (outside_id) where outside_id is not null do nothing
  returning ${columns}`
export const moveExternal = sql('move')`
  update appointments set patient_id = :patient_id, professional_id = null, rut_professional = :rut_professional,
    doctor_name = :doctor_name, specialty_code = :specialty_code, specialty = :specialty, sub_context = :sub_context,
    modality = :modality, outside_id = :outside_id, place_care = :place_care, place_detail = :place_detail,
    starts_at = :starts_at::timestamptz, ends_at = :ends_at::timestamptz, booked_by = :booked_by,
    reserved_group = coalesce(:reserved_group?::text, (select reserved_group from services where code = :specialty_code)),
    service_item = :service_item?, office_id = ${officeNamed}, ical_sequence = ical_sequence + 1
  where id = :id and state = 'booked'
  returning ${columns}`
