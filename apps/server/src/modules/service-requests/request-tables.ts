import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import type { ThreadMatter } from '@mi-portal/contract/service-requests/threads'
import type { Given, Statement } from '../../platform/database/statement.ts'
import { answerContact, changeContactState, insertContact } from './contact/contact.sql.ts'
import { answerDataRequest, insertDataRequest } from './data-rights/data-rights.sql.ts'
import {
  answerDocumentRequest,
  changeDocumentState,
  insertDocumentRequest,
} from './documents/documents.sql.ts'
import { answerQuoteRequest, changeQuoteState, insertQuoteRequest } from './quotes/quotes.sql.ts'

type RequestTable = {
  readonly insert: Statement<{ readonly id: number }, Given<typeof insertContact>>
  readonly answer: Statement<{ readonly id: number }, Given<typeof answerContact>>
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

/** `answered_at`: when the clinic closed a request that it has not answered. */
type StateChange = Statement<never, Given<typeof changeContactState>>

export const stateChanges: Readonly<Record<ThreadMatter, StateChange>> = {
  documents: changeDocumentState,
  budgets: changeQuoteState,
  contact: changeContactState,
  imaging: changeContactState,
}
