import type { ResultStatus } from '@mi-portal/contract/results/reported-result'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { ResultImportSql } from './result-import.sql.generated.ts'

const sql = defineSql<ResultImportSql, { type: 'laboratory' | 'imaging'; status: ResultStatus }>(
  'resultImport',
)

export type Patient = Row<typeof findPatients>

export type StoredExam = Row<typeof findStored>

export const findPatients = sql('patient')`
  select id, document_type_id::int as document_type_id!, document_number, document_country, first_name, last_name,
    second_name, date_birth
  from people where document_type_id = :document_type_id and document_number = :document_number
    and (:document_country?::text is null or document_country is null or document_country = country_code(:document_country?::text))
    and rol = 'STANDART_ROLE'
  order by document_country is null limit 2`

export const findSite = sql('office')`
  select name, address, phone from offices where office_id = :office_id order by retired_at is not null, id limit 1`

export const findStored = sql('known')`
  select id, patient_id, type, status, conclusion, shown, source_digest, reported_at from exams
  where source_number = :source_number`

export const addExam = sql('addExam')`
  insert into exams (attention_number, accession_number, patient_id, type, panel_code, type_exam, doctor_solicite, type_patient, taken_at,
    reserved_group, shown, file_id, status, conclusion, report_text, reported_at, source_digest, source_number, created_at, announced_at)
  values (:attention_number, :accession_number?, :patient_id, :type, :panel_code?, :type_exam, :doctor_solicite, :type_patient,
    :taken_at::timestamptz, :reserved_group?, :shown, :file_id?, :status, :conclusion?, :report_text?::jsonb, :reported_at::timestamptz,
    :source_digest, :source_number, :now::timestamptz, null)
  on conflict (source_number) do nothing returning id`

// `previous_digest` is the hash of the content before: of two concurrent corrections the second finds another hash and changes
// nothing. `is_announced`: whether the exam is announced again; `is_correction`: whether as a correction.
export const correctExam = sql('correctExam')`
  with previous as (select id as exam_id, file_id as replaced_file_id from exams where id = :exam_id)
  update exams set attention_number = :attention_number, accession_number = :accession_number?, panel_code = :panel_code?, type_exam = :type_exam,
    doctor_solicite = :doctor_solicite, type_patient = :type_patient,
    taken_at = :taken_at::timestamptz, reserved_group = :reserved_group?, shown = :shown, file_id = :file_id?,
    status = :status, conclusion = :conclusion?, report_text = :report_text?::jsonb,
    reported_at = :reported_at::timestamptz, source_digest = :source_digest,
    corrected_at = case when :is_correction::boolean then :now::timestamptz else corrected_at end,
    announce_correction = announce_correction or (:is_correction::boolean and announced_at is not null),
    announced_at = case when :is_announced::boolean then null else announced_at end
  from previous
  where id = previous.exam_id and patient_id = :patient_id and type = :type and source_digest is not distinct
    from :previous_digest? returning id, replaced_file_id`
