import { isCorrected } from '@mi-portal/contract/results/reported-result'
import type { NewMeasure } from '@mi-portal/contract/results/result-versions'
import { toDay } from '@mi-portal/contract/values/dates'
import type { Site } from '../../../platform/pdf/letterhead.ts'
import type { StoredResult } from '../../../ports/exam-storage.ts'
import type { PrintedMeasure } from '../printing/printed-measure.ts'
import type { ImportedDocument, ImportedMeasure } from './imported-document.ts'
import type { Patient, StoredExam } from './result-import.sql.ts'

export function fileName(document: ImportedDocument): string {
  const words = document.type_exam
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/ +/g, '-')
  return `${words}-${document.attention_number.replace(/[^\w-]/g, '')}.pdf`
}

export function listCodes({ code, loinc }: ImportedMeasure): string[] {
  return loinc === null ? [code] : [code, loinc]
}

export type Row = NewMeasure & { readonly earlier: readonly object[] }

export type Version = {
  readonly document: ImportedDocument
  readonly person: Patient
  readonly site: Site
  readonly hash: Uint8Array
  readonly before: StoredExam | null
  readonly now: Date
}

export const isSameHash = (stored: Uint8Array | null, hash: Uint8Array) =>
  stored !== null && Buffer.from(stored).equals(hash)

export function findRejectionReason(
  before: StoredExam,
  document: ImportedDocument,
  person: Patient,
): string | null {
  const { number, status, type, reported_at } = document
  if (before.patient_id !== person.id) return `number: ${number} is another patient's result`
  if (before.type !== type) return `type: ${number} was taken before as ${before.type}`
  const isCorrection = isCorrected({ status }) || status === 'appended' || before.status === 'preliminary'
  if (!isCorrection)
    return `number: ${number} was taken before with another content; a correction says "status": "corrected"`
  if (before.reported_at !== null && Date.parse(reported_at) <= before.reported_at.getTime())
    return `reported_at: is not after ${before.reported_at.toISOString()}, when the version taken before was reported`
  return null
}

export function toPrinted(rows: readonly Row[]): PrintedMeasure[] {
  return rows
    .filter(({ shown }) => shown)
    .map(({ name, reported, earlier }) => ({
      name,
      reported,
      earlier: (earlier as StoredResult['earlier']).map(({ replaced_at, ...one }) => ({
        ...one,
        replaced_on: toDay(new Date(replaced_at)),
      })),
    }))
}
