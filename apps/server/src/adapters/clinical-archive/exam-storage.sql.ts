import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { ResultStatus } from '@mi-portal/contract/results/reported-result'
import { defineSql } from '../../platform/database/statement.ts'
import type { StoredResult } from '../../ports/exam-storage.ts'
import type { ExamStorageSql } from './exam-storage.sql.generated.ts'

const sql = defineSql<
  ExamStorageSql,
  {
    status: ResultStatus
    report_text: readonly ReportBlock[]
    reported: unknown
    earlier: StoredResult['earlier']
  }
>('examStorage')

export const add = sql('add')`
  insert into exams (patient_id, attention_number, accession_number, type, type_exam, doctor_solicite, type_patient, taken_at,
    taken_precision, reserved_group, shown, status, conclusion, report_text, created_at, announced_at)
  values (:patient_id, :attention_number, :accession_number?, :type, :type_exam, :doctor_solicite, 'Ambulatorio', :taken_at::timestamptz,
    :taken_precision, :reserved_group?, :shown, :status, :conclusion?, :report_text?::jsonb, :now::timestamptz, null) returning id`

export const change = sql('change')`
  update exams set attention_number = :attention_number, accession_number = :accession_number?, type = :type, type_exam = :type_exam,
    doctor_solicite = :doctor_solicite, taken_at = :taken_at::timestamptz,
    taken_precision = :taken_precision, reserved_group = :reserved_group?, shown = :shown, status = :status, conclusion = :conclusion?,
    report_text = :report_text?::jsonb where id = :id`

export const lock = sql('lock')`
  select status, conclusion, coalesce(report_text, '[]') as report_text!, shown, announced_at is not null as is_announced!
  from exams where id = :id for update`

export const takeOverMark = sql('takeOverMark')`
  update exams e set private_since = taken.since
  from (select min(private_since) as since from exams where id = any(:exam_ids::int[])) taken
  where e.id = :id and e.private_since is null and taken.since is not null`

export const announceAgain = sql('announceAgain')`
  update exams set corrected_at = case when :is_correction::boolean then :now::timestamptz else corrected_at end,
    announce_correction = announce_correction or (:is_correction::boolean and announced_at is not null),
    announced_at = null
  where id = :id`

// A held exam was not announced yet. It is asked again at once whether its result is visible.
export const release = sql('release')`
  update exams set released_at = :now::timestamptz, announce_after = null where id = :id and released_at is null
  returning id`

export const results = sql('results')`
  select code, name, reported, value::text as value, text, unit, ucum, decimals, low::text as low, high::text as high,
    reference_text, earlier
  from exam_results where exam_id = :exam_id order by position`

export const addResults = sql('addResults')`
  insert into exam_results (exam_id, position, patient_id, taken_at, code, name, loinc, value, text, unit, ucum, decimals,
    low, high, reference_text, reserved_group, shown, reported, earlier, source_id, level, is_critical)
  select :exam_id, r.position, :patient_id, coalesce(r.taken_at, :taken_at::timestamptz), r.code, r.name, r.loinc,
    r.value, r.text, r.unit, r.ucum,
    r.decimals, r.low, r.high, r.reference_text, r.reserved_group, r.shown, r.reported, r.earlier, r.source_id, r.level,
    r.is_critical
  from json_populate_recordset(null::exam_results, :results::json) r`

export const removeResults = sql('removeResults')`
  delete from exam_results where exam_id = any(:exam_ids::int[])`

export const detachDocuments = sql('detachDocuments')`
  delete from exam_documents where exam_id = any(:exam_ids::int[])`

export const remove = sql('remove')`delete from exams where id = any(:exam_ids::int[])`

// Returns no row if the exam has a first document.
export const setFirstDocument = sql('setFirstDocument')`
  update exams set file_id = :file_id, file_source_id = :source_id, document_withheld = false
  where id = :exam_id and file_id is null returning id`

export const addDocument = sql('addDocument')`
  insert into exam_documents (exam_id, file_id, source_id) values (:exam_id, :file_id, :source_id)`

// If the source of a document was not stored, it is the last one that named the exam.
export const withdrawDocument = sql('withdrawDocument')`
  with first as (
      select e.id, e.file_id from fhir_sources s join exams e on e.file_source_id = s.id
        or (e.file_source_id is null and e.id = s.target_id and s.version > 0
          and not exists (select from exam_documents d where d.source_id = s.id)
          and not exists (select from fhir_sources o where o.type = 'DocumentReference' and o.target_id = e.id
            and o.updated_at > s.updated_at))
      where s.id = :source_id and s.type in ('DocumentReference', 'DiagnosticReport') and e.file_id is not null),
    freed as (update exams set file_id = null, file_source_id = null where id in (select id from first)),
    dropped as (delete from exam_documents where source_id = :source_id returning exam_id, file_id)
  select id as exam_id!, file_id as file_id! from first union all select exam_id, file_id from dropped`

export const removeDocuments = sql('removeDocuments')`
  with first as (select file_id from exams where id = :exam_id and file_id is not null),
    freed as (update exams set file_id = null, file_source_id = null where id = :exam_id),
    dropped as (delete from exam_documents where exam_id = :exam_id returning file_id)
  select file_id as file_id! from first union all select file_id from dropped`
