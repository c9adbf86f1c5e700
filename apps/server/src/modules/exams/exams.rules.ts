/** Pure rules of who may see an exam. */
import type { ExamType } from '@mi-portal/contract/exams'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'

/** Images and procedures are shown only to accounts opened with a RUN; with a passport, only laboratory results. */
export function maySee(type: ExamType, account: DocumentTypeId): boolean {
  return type === 'laboratory' || account === documentType.run
}
