/** What may be said of an exam and to whom, pure. */
import type { ExamType } from '@mi-portal/contract/exams'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'

/** Images and procedures are shown to accounts opened with a run alone; with a passport, laboratory results only. */
export function maySee(type: ExamType, account: DocumentTypeId): boolean {
  return type === 'laboratory' || account === documentType.run
}

/** Where a value lies beside its range; null where there is no value or no range. The ends belong to the range. */
export function positionOf(
  value: number | null,
  low: number | null,
  high: number | null,
): 'low' | 'in' | 'high' | null {
  if (value === null || (low === null && high === null)) return null
  if (low !== null && value < low) return 'low'
  return high !== null && value > high ? 'high' : 'in'
}
