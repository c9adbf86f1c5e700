import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { VisitCertificatesSql } from './visit-certificates.sql.generated.ts'

const sql = defineSql<VisitCertificatesSql, { modality: 'presencial' | 'telemedicina' }>('visitCertificates')

export type StoredCertificate = Row<typeof findByCode>

const columns = `id, code_hash, patient_id, appointment_id, patient_name, document_type_id, document_number, starts_at, ends_at,
  modality, site_name, site_address, doctor_name, specialty, issued_at`

export const findByCode = sql('byHashes')`
  select ${columns} from visit_certificates where code_hash = any(:hashes::bytea[]) order by id limit 1`

export const findCertificate = sql('byId')`select ${columns} from visit_certificates where id = :id`

export const insertCertificate = sql('add')`
  insert into visit_certificates (code_hash, patient_id, appointment_id, patient_name, document_type_id, document_number,
    starts_at, ends_at, modality, site_name, site_address, doctor_name, specialty, issued_at)
  values (:code_hash, :patient_id, :appointment_id, :patient_name, :document_type_id, :document_number,
    :starts_at::timestamptz, :ends_at::timestamptz, :modality, :site_name?, :site_address?, :doctor_name?, :specialty?,
    :now::timestamptz)
  on conflict (code_hash) do nothing returning id`

export const deleteCertificatesOfPatient = sql('removeAllOf')`
  delete from visit_certificates where patient_id = :patient_id`

export const findSite = sql('site')`
  select name, address, phone from offices where office_id = :office_id order by retired_at is not null, id limit 1`
