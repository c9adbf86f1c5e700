/** The steps of asking a person into a group, as a table: what each one knows, and where it leads. */

import type { Reply } from '@mi-portal/contract/endpoint'
import type { familyEndpoints } from '@mi-portal/contract/family'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { PersonDocument } from '../family.queries.ts'

/** Whose account a document has. */
export type Found = NonNullable<Reply<typeof familyEndpoints.search>['patient']>

export type Stage =
  | { step: 'search' }
  /** Somebody has that document. */
  | { step: 'confirm'; document: PersonDocument; person: Found }
  /** Nobody has an account with that document. */
  | { step: 'unknown'; document: PersonDocument }
  | { step: 'sent'; person: Found; requestId: number }

/** What somebody types on the way. */
export interface Typed {
  type: DocumentTypeId
  number: string
  /** The id of a relationship; empty while none is chosen. */
  relationship: string
  /** Where somebody without an account is invited. */
  email: string
}

/** What is typed so far, and what changes it. */
export interface TypedForm {
  typed: Typed
  onType(changed: Partial<Typed>): void
}

export const nothingTyped: Typed = { type: 1, number: '', relationship: '', email: '' }

type Step = Stage['step']

interface Row {
  /** Its place in the trail; who is unknown is a case of confirming. */
  place: 1 | 2 | 3
  leadsTo: readonly Step[]
}

export const steps: Readonly<Record<Step, Row>> = {
  search: { place: 1, leadsTo: ['confirm', 'unknown'] },
  confirm: { place: 2, leadsTo: ['search', 'sent'] },
  unknown: { place: 2, leadsTo: ['search'] },
  // Whoever asks another person begins anew.
  sent: { place: 3, leadsTo: ['search'] },
}

/** The next stage, if the table leads there; otherwise all stays as it is: an answer that came too late. */
export function move(from: Stage, to: Stage): Stage {
  return steps[from.step].leadsTo.includes(to.step) ? to : from
}
