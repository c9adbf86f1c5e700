/** The steps of adding a person to a group as a table: the data of each step, and the steps it leads to. */

import type { Reply } from '@mi-portal/contract/calls/endpoint'
import type { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { PersonDocument } from '../family.queries.ts'

/** The patient found by an identity document. */
export type FoundPatient = NonNullable<Reply<typeof familyRequestEndpoints.search>['patient']>

export type Stage =
  | { step: 'search' }
  /** A patient has this document. */
  | { step: 'confirm'; document: PersonDocument; person: FoundPatient }
  /** No account has this document. */
  | { step: 'unknown'; document: PersonDocument }
  /** `joined`: the person is in the group already. */
  | { step: 'sent'; person: FoundPatient; requestId: number; joined: boolean }

/** The values that the user types on the way. */
export interface MemberInput {
  type: DocumentTypeId
  number: string
  /** The country that issued the passport; asked for only if people of several countries have the number. */
  country: string
  /** Id of the relationship; empty while none is chosen. */
  relationship: string
  /** E-mail address for inviting a person without an account. */
  email: string
}

/** The typed values and the function that changes them. */
export interface MemberInputForm {
  typed: MemberInput
  onType(changed: Partial<MemberInput>): void
}

export const emptyMemberInput: MemberInput = { type: 1, number: '', country: '', relationship: '', email: '' }

type Step = Stage['step']

interface StepRow {
  /** Position in the progress bar; an unknown person counts as the confirmation step. */
  position: 1 | 2 | 3
  leadsTo: readonly Step[]
}

export const steps: Readonly<Record<Step, StepRow>> = {
  search: { position: 1, leadsTo: ['confirm', 'unknown'] },
  confirm: { position: 2, leadsTo: ['search', 'sent'] },
  unknown: { position: 2, leadsTo: ['search'] },
  // Adding another person starts again with the search.
  sent: { position: 3, leadsTo: ['search'] },
}

/** Returns the next stage if the table allows it; otherwise the current one, because the answer came too late. */
export function changeStage(from: Stage, to: Stage): Stage {
  return steps[from.step].leadsTo.includes(to.step) ? to : from
}
