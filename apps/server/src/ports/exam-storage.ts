import type { ExamType } from '@mi-portal/contract/exams/exams'
import type { PlainResult } from '@mi-portal/contract/results/plain-result'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { ReportedResult, ResultStatus } from '@mi-portal/contract/results/reported-result'
import type { DatePrecision } from '@mi-portal/contract/values/partial-date'
import type { Queries } from '../platform/database/database.ts'
import type { NewFile } from './file-records.ts'

type ReceivedExam = {
  readonly attention_number: string
  readonly accession_number: string | null
  readonly type: string
  readonly type_exam: string
  readonly doctor_solicite: string
  readonly taken_at: Date
  readonly taken_precision: DatePrecision
  readonly reserved_group: string | null
  readonly shown: boolean
  readonly status: ResultStatus
  readonly conclusion: string | null
  readonly report_text: readonly ReportBlock[]
}

export type StoredResult = PlainResult & {
  readonly code: string
  readonly name: string
  readonly reported: unknown
  readonly earlier: readonly {
    readonly name: string
    readonly reported: ReportedResult
    readonly replaced_at: string
  }[]
}

type StoredExam = {
  readonly status: ResultStatus
  readonly conclusion: string | null
  readonly report_text: readonly ReportBlock[]
  readonly shown: boolean
  readonly is_announced: boolean
  readonly results: readonly StoredResult[]
}

export type ExamStorage = {
  readonly add: (tx: Queries, patientId: number, exam: ReceivedExam, now: Date) => Promise<number>
  readonly change: (tx: Queries, id: number, exam: ReceivedExam) => Promise<void>
  readonly lock: (tx: Queries, id: number) => Promise<StoredExam | null>
  /** Lets an exam be private («Solo yo») if one of the exams that it takes over is. */
  readonly takeOverMark: (tx: Queries, ids: readonly number[], id: number) => Promise<void>
  /** Removes exams with their results. Their documents stay files without an exam. */
  readonly remove: (tx: Queries, ids: readonly number[]) => Promise<void>
  /** Lets an exam be announced once more: as a correction if it was announced before, otherwise as new. */
  readonly announceAgain: (tx: Queries, id: number, isCorrection: boolean, now: Date) => Promise<void>
  readonly release: (tx: Queries, id: number, now: Date) => Promise<boolean>
  /** Replaces the results of an exam. A row without a time of its own has that of the exam. */
  readonly replaceResults: (
    tx: Queries,
    exam: { readonly id: number; readonly patientId: number; readonly takenAt: Date },
    rows: readonly { readonly reported: ReportedResult }[],
  ) => Promise<void>
  /** Adds a document to an exam, in place of the earlier document of the same source. Throws if its bytes were deleted in the meantime. */
  readonly addDocument: (
    tx: Queries,
    of: { readonly examId: number; readonly sourceId: number },
    document: Pick<NewFile, 'key' | 'name' | 'bytes' | 'sha256'>,
    now: Date,
  ) => Promise<void>
  /** Removes the document of a source from any exam. Returns the exam and the SHA-256 hash of the bytes, in hexadecimal. */
  readonly withdrawDocument: (
    tx: Queries,
    sourceId: number,
    now: Date,
  ) => Promise<readonly { readonly exam_id: number; readonly sha256: string }[]>
  readonly removeDocuments: (tx: Queries, examId: number, now: Date) => Promise<void>
}

export type NewResult = {
  readonly origin: 'own' | 'outside'
  readonly id: number
  readonly exam_id: number | null
  readonly patient_id: number
  readonly type: ExamType
  readonly taken_at: Date | null
  readonly shown: boolean
  /** When the result was reported, or when the exam was taken; null if both are unknown. */
  readonly news_at: Date | null
  /** Whether another system sent it as a vital sign, which a device measures many times a day. */
  readonly is_vital_sign: boolean
  readonly reserved_group: string | null
  readonly is_correction: boolean
}

export type NewResults = {
  readonly waiting: (now: Date) => Promise<readonly NewResult[]>
  readonly lookAgain: (tx: Queries, patientId: number) => Promise<void>
  readonly putOff: (results: readonly NewResult[], until: Date) => Promise<void>
  readonly claim: (tx: Queries, results: readonly NewResult[], now: Date) => Promise<NewResult[]>
}
