import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import type { ThreadMatter } from '@mi-portal/contract/service-requests/threads'
import type { Statement } from '../../platform/database/statement.ts'
import { answerContact, changeContactState, insertContact } from './contact/contact.sql.ts'
import { answerDataRequest, insertDataRequest } from './data-rights/data-rights.sql.ts'
import {
  answerDocumentRequest,
  changeDocumentState,
  insertDocumentRequest,
} from './documents/documents.sql.ts'
import { answerQuoteRequest, changeQuoteState, insertQuoteRequest } from './quotes/quotes.sql.ts'

type InsertValues = {
  readonly requester_id: number
  readonly patient_id: number
  readonly fields: string
  readonly now: Date
  readonly due_at: Date
}
type AnswerValues = {
  readonly id: number
  readonly text: string
  readonly answered_by: number
  readonly now: Date
}
type RequestTable = {
  readonly insert: Statement<{ readonly id: number }, InsertValues>
  readonly answer: Statement<{ readonly id: number }, AnswerValues>
}

const contacts: RequestTable = { insert: insertContact, answer: answerContact }

export const requestTables: Readonly<Record<Matter, RequestTable>> = {
  documents: { insert: insertDocumentRequest, answer: answerDocumentRequest },
  budgets: { insert: insertQuoteRequest, answer: answerQuoteRequest },
  contact: contacts,
  imaging: contacts,
  complaints: contacts,
  privacy: { insert: insertDataRequest, answer: answerDataRequest },
}

type StateValues = {
  readonly id: number
  readonly state: string
  /** When the clinic closed a request that it has not answered. */
  readonly answered_at: Date | null
}

export const stateChanges: Readonly<Record<ThreadMatter, Statement<never, StateValues>>> = {
  documents: changeDocumentState,
  budgets: changeQuoteState,
  contact: changeContactState,
  imaging: changeContactState,
}
