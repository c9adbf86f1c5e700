import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import { describeLevel } from '@mi-portal/contract/results/takeaway'
import type { Queries } from '../../platform/database/database.ts'
import type { ExamStorage, StoredResult } from '../../ports/exam-storage.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import * as examStorageSql from './exam-storage.sql.ts'

export function storedReportText(blocks: readonly ReportBlock[]): string | null {
  return blocks.length === 0 ? null : JSON.stringify(blocks)
}

export function readResults(queries: Queries, examId: number): Promise<StoredResult[]> {
  return queries.run(examStorageSql.results, { exam_id: examId })
}

export function archivedExamStorage(fileRecords: FileRecords): ExamStorage {
  async function deleteFiles(tx: Queries, documents: readonly { readonly file_id: number }[], now: Date) {
    if (documents.length === 0) return []
    const ids = documents.map(({ file_id }) => file_id)
    return fileRecords.setExpiry(tx, ids, now)
  }

  async function withdraw(tx: Queries, sourceId: number, now: Date) {
    const documents = await tx.run(examStorageSql.withdrawDocument, { source_id: sourceId })
    const deleted = await deleteFiles(tx, documents, now)
    const hashes = new Map(deleted.map(({ id, sha256 }) => [id, Buffer.from(sha256).toString('hex')]))
    return documents.map(({ exam_id, file_id }) => ({ exam_id, sha256: hashes.get(file_id) ?? '' }))
  }

  return {
    add: async (tx, patientId, exam, now) => {
      const report_text = storedReportText(exam.report_text)
      const [row] = await tx.run(examStorageSql.add, { ...exam, report_text, patient_id: patientId, now })
      if (row === undefined) throw new Error('examStorage.add returned no row')
      return row.id
    },
    change: async (tx, id, exam) => {
      await tx.run(examStorageSql.change, { ...exam, report_text: storedReportText(exam.report_text), id })
    },
    lock: async (tx, id) => {
      const [exam] = await tx.run(examStorageSql.lock, { id })
      return exam === undefined ? null : { ...exam, results: await readResults(tx, id) }
    },
    takeOverMark: async (tx, ids, id) => {
      await tx.run(examStorageSql.takeOverMark, { exam_ids: ids, id })
    },
    remove: async (tx, ids) => {
      await tx.run(examStorageSql.detachDocuments, { exam_ids: ids })
      await tx.run(examStorageSql.removeResults, { exam_ids: ids })
      await tx.run(examStorageSql.remove, { exam_ids: ids })
    },
    announceAgain: async (tx, id, isCorrection, now) => {
      await tx.run(examStorageSql.announceAgain, { id, is_correction: isCorrection, now })
    },
    release: async (tx, id, now) => (await tx.run(examStorageSql.release, { id, now })).length > 0,
    replaceResults: async (tx, exam, rows) => {
      await tx.run(examStorageSql.removeResults, { exam_ids: [exam.id] })
      await tx.run(examStorageSql.addResults, {
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
      const first = await tx.run(examStorageSql.setFirstDocument, attached)
      if (first.length === 0) await tx.run(examStorageSql.addDocument, attached)
    },
    withdrawDocument: withdraw,
    removeDocuments: async (tx, examId, now) => {
      await deleteFiles(tx, await tx.run(examStorageSql.removeDocuments, { exam_id: examId }), now)
    },
  }
}
