import type { ScanState } from '@mi-portal/contract/desk-requests'
import type { PlainResult } from '@mi-portal/contract/results/plain-result'
import type { ResultStatus } from '@mi-portal/contract/results/reported-result'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** The sender's own name of an object. */
type SourceKey = { readonly type: string; readonly system: string; readonly value: string }
type Document = { readonly document_type_id: 1 | 2; readonly document_number: string }

export type Source = SourceKey & {
  readonly id: number
  readonly patient_id: number | null
  readonly target_id: number | null
  readonly position: number | null
  readonly told_state: string | null
  readonly digest: Uint8Array | null
  readonly version: number
  /** The account that sent it first, and owns it. */
  readonly account_id: number
}

/** The parts of several keys, each part as a list. */
type SourceKeys = {
  readonly types: readonly string[]
  readonly systems: readonly string[]
  readonly names: readonly string[]
}
type Settled = Omit<Source, keyof SourceKey | 'id' | 'version' | 'account_id' | 'patient_id' | 'digest'> & {
  readonly patient_id: number
  readonly digest: Uint8Array
}
type Paper = { readonly exam_id: number; readonly file_id: number; readonly source_id: number }

const columns =
  'id, type, system, value, patient_id, target_id, position::int as position, told_state, digest, version, account_id'

const claim = statement<never, SourceKeys & { account_id: number; now: Date }>(
  'inbound.claim',
  `insert into fhir_sources (type, system, value, account_id, updated_at)
   select t.type, t.system, t.value, :account_id::int, :now::timestamptz
   from unnest(:types::text[], :systems::text[], :names::text[]) t (type, system, value) order by 1, 2, 3
   on conflict (type, system, value) do nothing`,
)
const locked = statement<Source, SourceKeys>(
  'inbound.locked',
  `select ${columns} from fhir_sources where (type, system, value) in
     (select * from unnest(:types::text[], :systems::text[], :names::text[]))
   order by type, system, value for update`,
)
const known = statement<Source, SourceKey>(
  'inbound.known',
  `select ${columns} from fhir_sources where type = :type and system = :system and value = :value and version > 0`,
)
const settle = statement<never, Settled & { id: number; now: Date }>(
  'inbound.settle',
  `update fhir_sources set patient_id = :patient_id, target_id = :target_id, position = :position::smallint,
     told_state = :told_state, digest = :digest, version = version + 1, updated_at = :now::timestamptz where id = :id`,
)
const ownsExam = statement<{ one: number }, { exam_id: number; account_id: number }>(
  'inbound.ownsExam',
  `select 1 as one from fhir_sources where type = 'DiagnosticReport' and target_id = :exam_id
   and account_id = :account_id limit 1`,
)
const person = statement<{ id: number; rol: string; without_account: boolean }, Document>(
  'inbound.person',
  `select id, rol, without_account from people where document_type_id = :document_type_id
   and document_number = :document_number`,
)
const patientById = statement<{ id: number }, { id: number }>(
  'inbound.patientById',
  `select id from people where id = :id and rol = 'STANDART_ROLE'`,
)
const office = statement<{ id: number; name: string }, { name: string }>(
  'inbound.office',
  'select id, name from offices where office_id = :name or name = :name',
)
const specialties = statement<{ code: number; name: string; reserved_group: string | null }>(
  'inbound.specialties',
  'select code, name, reserved_group from specialties',
)
const hourState = statement<{ state: string; patient_id: number; starts_at: Date }, { id: number }>(
  'inbound.hourState',
  'select state, patient_id, starts_at from appointments where id = :id for update',
)
const addExam = statement<{ id: number }, ExamRow & { patient_id: number; now: Date }>(
  'inbound.addExam',
  `insert into exams (patient_id, attention_number, type, type_exam, doctor_solicite, type_patient, taken_at,
     reserved_group, shown, status, conclusion, created_at, announced_at)
   values (:patient_id, :attention_number, :type, :type_exam, :doctor_solicite, 'Ambulatorio', :taken_at::timestamptz,
     :reserved_group, :shown, :status, :conclusion, :now::timestamptz, null) returning id`,
)
const changeExam = statement<never, ExamRow & { id: number }>(
  'inbound.changeExam',
  `update exams set attention_number = :attention_number, type = :type, type_exam = :type_exam,
     doctor_solicite = :doctor_solicite, taken_at = :taken_at::timestamptz,
     reserved_group = :reserved_group, shown = :shown, status = :status, conclusion = :conclusion where id = :id`,
)
const storedExam = statement<StoredExam, { id: number }>(
  'inbound.storedExam',
  'select status, conclusion, shown, announced_at is not null as is_announced from exams where id = :id for update',
)
// An exam that was announced is announced again; one that was not is announced as new.
const announceAgain = statement<never, { id: number; is_correction: boolean; now: Date }>(
  'inbound.announceAgain',
  `update exams set corrected_at = case when :is_correction::boolean then :now::timestamptz else corrected_at end,
     announce_correction = announce_correction or (:is_correction::boolean and announced_at is not null),
     announced_at = null
   where id = :id`,
)
const storedResults = statement<StoredRow, { exam_id: number }>(
  'inbound.storedResults',
  `select code, name, reported, value::text as value, text, unit, ucum, decimals, low::text as low, high::text as high,
     reference_text, earlier
   from exam_results where exam_id = :exam_id order by position`,
)
const dropResults = statement<never, { exam_id: number }>(
  'inbound.dropResults',
  'delete from exam_results where exam_id = :exam_id',
)
const forgetResults = statement<never, { exam_id: number; kept_ids: readonly number[] }>(
  'inbound.forgetResults',
  `update fhir_sources set target_id = null, position = null, digest = null
   where type = 'Observation' and target_id = :exam_id and not (id = any(:kept_ids::int[]))`,
)
const addResults = statement<never, { exam_id: number; patient_id: number; taken_at: Date; results: string }>(
  'inbound.addResults',
  `insert into exam_results (exam_id, position, patient_id, taken_at, code, name, loinc, value, text, unit, ucum, decimals,
     low, high, reference_text, reserved_group, shown, reported, earlier, source_id)
   select :exam_id, r.position, :patient_id, coalesce(r.taken_at, :taken_at::timestamptz), r.code, r.name, r.loinc,
     r.value, r.text, r.unit, r.ucum,
     r.decimals, r.low, r.high, r.reference_text, r.reserved_group, r.shown, r.reported, r.earlier, r.source_id
   from json_populate_recordset(null::exam_results, :results::json) r`,
)
const holdsUnshown = statement<{ one: number }, { exam_id: number }>(
  'inbound.holdsUnshown',
  'select 1 as one from exam_results where exam_id = :exam_id and not shown limit 1',
)
const examPatient = statement<{ patient_id: number }, { id: number }>(
  'inbound.examPatient',
  'select patient_id from exams where id = :id for update',
)
// Exams created from results before a report named them. `source_ids`: the results that the report
// names, which must be all results of the exam.
const looseExams = statement<{ id: number }, { source_ids: readonly number[] }>(
  'inbound.looseExams',
  `select distinct s.target_id as id from fhir_sources s
   where s.id = any(:source_ids::int[]) and s.type = 'Observation' and s.target_id is not null
     and not exists (select from fhir_sources r where r.type = 'DiagnosticReport' and r.target_id = s.target_id)
     and not exists (select from fhir_sources o
       where o.type = 'Observation' and o.target_id = s.target_id and not (o.id = any(:source_ids::int[])))
   order by 1`,
)
const isOfReport = statement<{ one: number }, { exam_id: number }>(
  'inbound.isOfReport',
  `select 1 as one from fhir_sources where type = 'DiagnosticReport' and target_id = :exam_id limit 1`,
)
// The shares end because the report contains more than the result that was shared.
const dropExamDocuments = statement<never, { exam_ids: readonly number[] }>(
  'inbound.dropExamDocuments',
  'delete from exam_documents where exam_id = any(:exam_ids::int[])',
)
const dropExamResults = statement<never, { exam_ids: readonly number[] }>(
  'inbound.dropExamResults',
  'delete from exam_results where exam_id = any(:exam_ids::int[])',
)
const dropExams = statement<never, { exam_ids: readonly number[] }>(
  'inbound.dropExams',
  'delete from exams where id = any(:exam_ids::int[])',
)
const announceFile = statement<never, { key: string; now: Date }>(
  'inbound.announceFile',
  'insert into unfinished_files (key, created_at) values (:key, :now::timestamptz)',
)
const claimFile = statement<{ key: string }, { key: string }>(
  'inbound.claimFile',
  'delete from unfinished_files where key = :key returning key',
)
const addFile = statement<
  { id: number },
  { key: string; bytes: number; sha256: Uint8Array; name: string; now: Date; scan_state: ScanState }
>(
  'inbound.addFile',
  `insert into files (key, purpose, media_type, bytes, sha256, name, created_at, scan_state)
   values (:key, 'exam', 'application/pdf', :bytes, :sha256, :name, :now::timestamptz, :scan_state) returning id`,
)
const dropPapers = statement<never, { exam_id: number; now: Date }>(
  'inbound.dropPapers',
  `with freed as (update exams set file_id = null, file_source_id = null where id = :exam_id),
     dropped as (delete from exam_documents where exam_id = :exam_id returning file_id)
   update files set delete_after = :now::timestamptz
   where id in (select file_id from exams where id = :exam_id union all select file_id from dropped)`,
)
// If the source of a document was not stored, it is the last one that named the exam.
const withdrawPaper = statement<{ exam_id: number; sha256: string }, { source_id: number; now: Date }>(
  'inbound.withdrawPaper',
  `with first as (
       select e.id, e.file_id from fhir_sources s join exams e on e.file_source_id = s.id
         or (e.file_source_id is null and e.id = s.target_id and s.version > 0
           and not exists (select from exam_documents d where d.source_id = s.id)
           and not exists (select from fhir_sources o where o.type = 'DocumentReference' and o.target_id = e.id
             and o.updated_at > s.updated_at))
       where s.id = :source_id and s.type in ('DocumentReference', 'DiagnosticReport') and e.file_id is not null),
     freed as (update exams set file_id = null, file_source_id = null where id in (select id from first)),
     dropped as (delete from exam_documents where source_id = :source_id returning exam_id, file_id),
     gone as (select id as exam_id, file_id from first union all select exam_id, file_id from dropped)
   update files set delete_after = :now::timestamptz from gone where files.id = gone.file_id
   returning gone.exam_id, encode(files.sha256, 'hex') as sha256`,
)
// Returns no row if the exam has a first document.
const setFirstPaper = statement<{ id: number }, Paper>(
  'inbound.setFirstPaper',
  `update exams set file_id = :file_id, file_source_id = :source_id, document_withheld = false
   where id = :exam_id and file_id is null returning id`,
)
const insertPaper = statement<never, Paper>(
  'inbound.insertPaper',
  'insert into exam_documents (exam_id, file_id, source_id) values (:exam_id, :file_id, :source_id)',
)

type ExamRow = {
  readonly attention_number: string
  readonly type: string
  readonly type_exam: string
  readonly doctor_solicite: string
  readonly taken_at: Date
  readonly reserved_group: string | null
  readonly shown: boolean
  readonly status: ResultStatus
  readonly conclusion: string | null
}
type StoredExam = {
  readonly status: ResultStatus
  readonly conclusion: string | null
  readonly shown: boolean
  readonly is_announced: boolean
}
type StoredRow = PlainResult & {
  readonly code: string
  readonly name: string
  readonly reported: unknown
  readonly earlier: readonly object[]
}
export type StoredFile = {
  readonly key: string
  readonly name: string
  readonly bytes: number
  readonly sha256: Uint8Array
}

function idIn(rows: readonly { id: number }[]): number {
  const [row] = rows
  if (row === undefined) throw new Error('inbound: the insert returned no row')
  return row.id
}

/** Creates the store. `firstScanState` is the scan state in which the row of a document is written. */
export function inboundStore(db: Database, firstScanState: ScanState) {
  return {
    /**
     * Locks the names of a transaction until it ends: of two concurrent transactions with a common name, the second
     * waits.
     */
    lock: async (
      tx: Queries,
      keys: readonly SourceKey[],
      accountId: number,
      now: Date,
    ): Promise<Source[]> => {
      const parts = {
        types: keys.map(({ type }) => type),
        systems: keys.map(({ system }) => system),
        names: keys.map(({ value }) => value),
      }
      await tx.run(claim, { ...parts, account_id: accountId, now })
      return tx.run(locked, parts)
    },
    known: async (tx: Queries, { type, system, value }: SourceKey) =>
      (await tx.run(known, { type, system, value }))[0] ?? null,
    settle: async (
      tx: Queries,
      id: number,
      told: {
        patient_id: number
        target_id: number | null
        position?: number
        told_state?: string
        digest: Uint8Array
      },
      now: Date,
    ) => {
      const { patient_id, target_id, position, told_state, digest } = told
      await tx.run(settle, {
        id,
        patient_id,
        target_id,
        position: position ?? null,
        told_state: told_state ?? null,
        digest,
        now,
      })
    },
    /** Returns whether an exam exists because this account sent its report. */
    ownsExam: async (tx: Queries, examId: number, accountId: number) =>
      (await tx.run(ownsExam, { exam_id: examId, account_id: accountId })).length > 0,
    person: async (tx: Queries, { document_type_id, document_number }: Document) =>
      (await tx.run(person, { document_type_id, document_number }))[0] ?? null,
    isPatient: async (tx: Queries, id: number) => (await tx.run(patientById, { id })).length > 0,
    office: async (tx: Queries, name: string) => (await tx.run(office, { name }))[0] ?? null,
    specialties: (tx: Queries) => tx.run(specialties, []),
    hour: async (tx: Queries, id: number) => (await tx.run(hourState, { id }))[0] ?? null,
    addExam: async (tx: Queries, patientId: number, row: ExamRow, now: Date) =>
      idIn(await tx.run(addExam, { ...row, patient_id: patientId, now })),
    changeExam: async (tx: Queries, id: number, row: ExamRow) => {
      await tx.run(changeExam, { ...row, id })
    },
    /** Returns the exam before it is changed, locked, with its results. */
    storedExam: async (tx: Queries, id: number) => {
      const [exam] = await tx.run(storedExam, { id })
      return exam === undefined ? null : { ...exam, results: await tx.run(storedResults, { exam_id: id }) }
    },
    /** Returns the exams created from these results that contain no other result. */
    looseExams: async (tx: Queries, sourceIds: readonly number[]) =>
      (await tx.run(looseExams, { source_ids: sourceIds })).map(({ id }) => id),
    /** Returns whether an exam was sent as a report. */
    isOfReport: async (tx: Queries, examId: number) =>
      (await tx.run(isOfReport, { exam_id: examId })).length > 0,
    /** Removes exams whose results a report now contains. */
    dropExams: async (tx: Queries, examIds: readonly number[]) => {
      await tx.run(dropExamDocuments, { exam_ids: examIds })
      await tx.run(dropExamResults, { exam_ids: examIds })
      await tx.run(dropExams, { exam_ids: examIds })
    },
    announceAgain: async (tx: Queries, id: number, isCorrection: boolean, now: Date) => {
      await tx.run(announceAgain, { id, is_correction: isCorrection, now })
    },
    /** Replaces the results of an exam; `kept` are the sources that are still its results. */
    replaceResults: async (
      tx: Queries,
      exam: { id: number; patientId: number; takenAt: Date },
      rows: readonly object[],
      kept: readonly number[],
    ) => {
      await tx.run(dropResults, { exam_id: exam.id })
      await tx.run(forgetResults, { exam_id: exam.id, kept_ids: kept })
      await tx.run(addResults, {
        exam_id: exam.id,
        patient_id: exam.patientId,
        taken_at: exam.takenAt,
        results: JSON.stringify(rows),
      })
    },
    holdsUnshown: async (tx: Queries, examId: number) =>
      (await tx.run(holdsUnshown, { exam_id: examId })).length > 0,
    examPatient: async (tx: Queries, examId: number) =>
      (await tx.run(examPatient, { id: examId }))[0]?.patient_id ?? null,
    announceFile: async (key: string, now: Date) => {
      await db.run(announceFile, { key, now })
    },
    /** Stores a document of an exam, in place of the earlier document of the same source. */
    setPaper: async (
      tx: Queries,
      examId: number,
      sourceId: number,
      file: StoredFile,
      now: Date,
    ): Promise<void> => {
      if ((await tx.run(claimFile, { key: file.key })).length === 0)
        throw new Error('inbound: the file of a document has no entry in unfinished_files')
      await tx.run(withdrawPaper, { source_id: sourceId, now })
      const { key, bytes, sha256, name } = file
      const id = idIn(await tx.run(addFile, { key, bytes, sha256, name, now, scan_state: firstScanState }))
      const paper = { exam_id: examId, file_id: id, source_id: sourceId }
      const first = await tx.run(setFirstPaper, paper)
      if (first.length === 0) await tx.run(insertPaper, paper)
    },
    /** Removes the document of a source from any exam; returns the exam and the hash of its bytes. */
    withdrawPaper: (tx: Queries, sourceId: number, now: Date) =>
      tx.run(withdrawPaper, { source_id: sourceId, now }),
    dropPapers: async (tx: Queries, examId: number, now: Date) => {
      await tx.run(dropPapers, { exam_id: examId, now })
    },
  }
}

export type InboundStore = ReturnType<typeof inboundStore>
