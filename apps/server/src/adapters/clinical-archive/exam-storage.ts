import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import { describeLevel } from '@mi-portal/contract/results/takeaway'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { ExamStorage, ReceivedExam, StoredResult } from '../../ports/exam-storage.ts'
import type { FileRecords } from '../../ports/file-records.ts'

type ExamToStore = Omit<ReceivedExam, 'report_text'> & { readonly report_text: string | null }

export function storedReportText(blocks: readonly ReportBlock[]): string | null {
  return blocks.length === 0 ? null : JSON.stringify(blocks)
}

const add = statement<{ id: number }, ExamToStore & { patient_id: number; now: Date }>(
  'examStorage.add',
  `insert into exams (patient_id, attention_number, accession_number, type, type_exam, doctor_solicite, type_patient, taken_at,
     taken_precision, reserved_group, shown, status, conclusion, report_text, created_at, announced_at)
   values (:patient_id, :attention_number, :accession_number, :type, :type_exam, :doctor_solicite, 'Ambulatorio', :taken_at::timestamptz,
     :taken_precision, :reserved_group, :shown, :status, :conclusion, :report_text::jsonb, :now::timestamptz, null) returning id`,
)
const change = statement<never, ExamToStore & { id: number }>(
  'examStorage.change',
  `update exams set attention_number = :attention_number, accession_number = :accession_number, type = :type, type_exam = :type_exam,
     doctor_solicite = :doctor_solicite, taken_at = :taken_at::timestamptz,
     taken_precision = :taken_precision, reserved_group = :reserved_group, shown = :shown, status = :status, conclusion = :conclusion,
     report_text = :report_text::jsonb where id = :id`,
)
type ExamState = Omit<NonNullable<Awaited<ReturnType<ExamStorage['lock']>>>, 'results'>
const lock = statement<ExamState, { id: number }>(
  'examStorage.lock',
  `select status, conclusion, coalesce(report_text, '[]') as report_text, shown, announced_at is not null as is_announced
   from exams where id = :id for update`,
)
const takeOverMark = statement<never, { exam_ids: readonly number[]; id: number }>(
  'examStorage.takeOverMark',
  `update exams e set private_since = taken.since
   from (select min(private_since) as since from exams where id = any(:exam_ids::int[])) taken
   where e.id = :id and e.private_since is null and taken.since is not null`,
)
const announceAgain = statement<never, { id: number; is_correction: boolean; now: Date }>(
  'examStorage.announceAgain',
  `update exams set corrected_at = case when :is_correction::boolean then :now::timestamptz else corrected_at end,
     announce_correction = announce_correction or (:is_correction::boolean and announced_at is not null),
     announced_at = null
   where id = :id`,
)
// A held exam was not announced yet. It is asked again at once whether its result is visible.
const release = statement<{ id: number }, { id: number; now: Date }>(
  'examStorage.release',
  `update exams set released_at = :now::timestamptz, announce_after = null where id = :id and released_at is null
   returning id`,
)
const results = statement<StoredResult, { exam_id: number }>(
  'examStorage.results',
  `select code, name, reported, value::text as value, text, unit, ucum, decimals, low::text as low, high::text as high,
     reference_text, earlier
   from exam_results where exam_id = :exam_id order by position`,
)
const addResults = statement<never, { exam_id: number; patient_id: number; taken_at: Date; results: string }>(
  'examStorage.addResults',
  `insert into exam_results (exam_id, position, patient_id, taken_at, code, name, loinc, value, text, unit, ucum, decimals,
     low, high, reference_text, reserved_group, shown, reported, earlier, source_id, level, is_critical)
   select :exam_id, r.position, :patient_id, coalesce(r.taken_at, :taken_at::timestamptz), r.code, r.name, r.loinc,
     r.value, r.text, r.unit, r.ucum,
     r.decimals, r.low, r.high, r.reference_text, r.reserved_group, r.shown, r.reported, r.earlier, r.source_id, r.level,
     r.is_critical
   from json_populate_recordset(null::exam_results, :results::json) r`,
)
const removeResults = statement<never, { exam_ids: readonly number[] }>(
  'examStorage.removeResults',
  'delete from exam_results where exam_id = any(:exam_ids::int[])',
)
const detachDocuments = statement<never, { exam_ids: readonly number[] }>(
  'examStorage.detachDocuments',
  'delete from exam_documents where exam_id = any(:exam_ids::int[])',
)
const remove = statement<never, { exam_ids: readonly number[] }>(
  'examStorage.remove',
  'delete from exams where id = any(:exam_ids::int[])',
)

type Document = { readonly exam_id: number; readonly file_id: number; readonly source_id: number }

// Returns no row if the exam has a first document.
const setFirstDocument = statement<{ id: number }, Document>(
  'examStorage.setFirstDocument',
  `update exams set file_id = :file_id, file_source_id = :source_id, document_withheld = false
   where id = :exam_id and file_id is null returning id`,
)
const addDocument = statement<never, Document>(
  'examStorage.addDocument',
  'insert into exam_documents (exam_id, file_id, source_id) values (:exam_id, :file_id, :source_id)',
)
// If the source of a document was not stored, it is the last one that named the exam.
const withdrawDocument = statement<{ exam_id: number; file_id: number }, { source_id: number }>(
  'examStorage.withdrawDocument',
  `with first as (
       select e.id, e.file_id from fhir_sources s join exams e on e.file_source_id = s.id
         or (e.file_source_id is null and e.id = s.target_id and s.version > 0
           and not exists (select from exam_documents d where d.source_id = s.id)
           and not exists (select from fhir_sources o where o.type = 'DocumentReference' and o.target_id = e.id
             and o.updated_at > s.updated_at))
       where s.id = :source_id and s.type in ('DocumentReference', 'DiagnosticReport') and e.file_id is not null),
     freed as (update exams set file_id = null, file_source_id = null where id in (select id from first)),
     dropped as (delete from exam_documents where source_id = :source_id returning exam_id, file_id)
   select id as exam_id, file_id from first union all select exam_id, file_id from dropped`,
)
const removeDocuments = statement<{ file_id: number }, { exam_id: number }>(
  'examStorage.removeDocuments',
  `with first as (select file_id from exams where id = :exam_id and file_id is not null),
     freed as (update exams set file_id = null, file_source_id = null where id = :exam_id),
     dropped as (delete from exam_documents where exam_id = :exam_id returning file_id)
   select file_id from first union all select file_id from dropped`,
)

export function readResults(queries: Queries, examId: number): Promise<StoredResult[]> {
  return queries.run(results, { exam_id: examId })
}

export function archivedExamStorage(fileRecords: FileRecords): ExamStorage {
  async function deleteFiles(tx: Queries, documents: readonly { readonly file_id: number }[], now: Date) {
    if (documents.length === 0) return []
    const ids = documents.map(({ file_id }) => file_id)
    return fileRecords.setExpiry(tx, ids, now)
  }

  async function withdraw(tx: Queries, sourceId: number, now: Date) {
    const documents = await tx.run(withdrawDocument, { source_id: sourceId })
    const deleted = await deleteFiles(tx, documents, now)
    const hashes = new Map(deleted.map(({ id, sha256 }) => [id, Buffer.from(sha256).toString('hex')]))
    return documents.map(({ exam_id, file_id }) => ({ exam_id, sha256: hashes.get(file_id) ?? '' }))
  }

  return {
    add: async (tx, patientId, exam, now) => {
      const report_text = storedReportText(exam.report_text)
      const [row] = await tx.run(add, { ...exam, report_text, patient_id: patientId, now })
      if (row === undefined) throw new Error('examStorage.add returned no row')
      return row.id
    },
    change: async (tx, id, exam) => {
      await tx.run(change, { ...exam, report_text: storedReportText(exam.report_text), id })
    },
    lock: async (tx, id) => {
      const [exam] = await tx.run(lock, { id })
      return exam === undefined ? null : { ...exam, results: await readResults(tx, id) }
    },
    takeOverMark: async (tx, ids, id) => {
      await tx.run(takeOverMark, { exam_ids: ids, id })
    },
    remove: async (tx, ids) => {
      await tx.run(detachDocuments, { exam_ids: ids })
      await tx.run(removeResults, { exam_ids: ids })
      await tx.run(remove, { exam_ids: ids })
    },
    announceAgain: async (tx, id, isCorrection, now) => {
      await tx.run(announceAgain, { id, is_correction: isCorrection, now })
    },
    release: async (tx, id, now) => (await tx.run(release, { id, now })).length > 0,
    replaceResults: async (tx, exam, rows) => {
      await tx.run(removeResults, { exam_ids: [exam.id] })
      await tx.run(addResults, {
        exam_id: exam.id,
        patient_id: exam.patientId,
        taken_at: exam.takenAt,
        results: JSON.stringify(rows.map((row) => ({ ...row, ...describeLevel(row.reported) }))),
      })
    },
    addDocument: async (tx, { examId, sourceId }, document, now) => {
      const file = { ...document, purpose: 'exam', media_type: 'application/pdf', encrypted: null }
      const fileId = await fileRecords.add(tx, { ...file, isReceived: true }, now)
      if (fileId === null) throw new Error('exam storage: the bytes of a document are gone')
      await withdraw(tx, sourceId, now)
      const attached = { exam_id: examId, file_id: fileId, source_id: sourceId }
      const first = await tx.run(setFirstDocument, attached)
      if (first.length === 0) await tx.run(addDocument, attached)
    },
    withdrawDocument: withdraw,
    removeDocuments: async (tx, examId, now) => {
      await deleteFiles(tx, await tx.run(removeDocuments, { exam_id: examId }), now)
    },
  }
}
