import { shareLimits } from '@mi-portal/contract/exams/exam-share-limits'
import type { ExamResults, ExamType } from '@mi-portal/contract/exams/exams'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { maySee } from '../exams.rules.ts'

const day = 24 * 3_600_000

export function shareEnds(created: Date): Date {
  return new Date(created.getTime() + shareLimits.days * day)
}

type SharedExamId = { readonly id: number; readonly type: ExamType }

export function listSharedExams(
  share: {
    readonly exam_id: number
    readonly type: ExamType
    readonly other_exams: readonly SharedExamId[]
  },
  account: DocumentTypeId,
): SharedExamId[] {
  return [{ id: share.exam_id, type: share.type }, ...share.other_exams].filter(({ type }) =>
    maySee(type, account),
  )
}

/**
 * Returns whether the caller may see and end a share: the patient, the person who shared it and, until the age of reserve, every guardian.
 * From that age on, a guardian sees only their own shares and not with whom an adolescent shares.
 */
export function mayManage(
  share: { readonly patient_id: number; readonly sharer_id: number },
  caller: { readonly id: number; readonly withoutReserved: boolean },
): boolean {
  return share.sharer_id === caller.id || share.patient_id === caller.id || !caller.withoutReserved
}

/** Only this exam was shared, so values of other exams are removed; versions that a correction replaced stay. */
export function withoutPast(results: ExamResults['results']): ExamResults['results'] {
  return results.map((result) => ({ ...result, history: [], course: [] }))
}
