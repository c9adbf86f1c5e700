/** Decisions about accounts that wait for validation. */
import { accountStatus } from '@mi-portal/contract/people'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'

/** What an account becomes by a decision; only a passport that was seen counts as validated. */
export function decided(
  approved: boolean,
  type: DocumentTypeId,
): { status: number; status_passport: boolean } {
  return {
    status: approved ? accountStatus.enabled : accountStatus.disabled,
    status_passport: approved && type === documentType.passport,
  }
}

type Decision = { readonly approved: boolean; readonly decided_by: number }

/** Whether somebody asks again for what they decided themself. */
export function isRepeated(last: Decision | null, approved: boolean, actorId: number): boolean {
  return last !== null && last.approved === approved && last.decided_by === actorId
}
