/** What holds of a share, pure. */
import { shareLimits } from '@mi-portal/contract/exam-shares'
import type { ExamResults } from '@mi-portal/contract/exams'

const day = 24 * 3_600_000

export function shareEnds(created: Date): Date {
  return new Date(created.getTime() + shareLimits.days * day)
}

/**
 * Who sees and ends a share: the patient and whoever shared it. From the age of reserve on a guardian sees what they
 * shared themself and not with whom an adolescent shares.
 */
export function mayManage(
  share: { readonly patient_id: number; readonly sharer_id: number },
  caller: { readonly id: number; readonly withoutReserved: boolean },
): boolean {
  return share.sharer_id === caller.id || share.patient_id === caller.id || !caller.withoutReserved
}

/** One exam was shared and not those before it: each measure loses its past. */
export function withoutPast(results: ExamResults['results']): ExamResults['results'] {
  return results.map((result) => ({ ...result, history: [] }))
}
