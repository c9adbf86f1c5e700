import { contactOptionsOf } from '@mi-portal/contract/contact'
import type { InboxMatter } from '@mi-portal/contract/desk'
import { lastDay } from '@mi-portal/contract/privacy'
import { showDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import { describeContact } from '../contact/contact.rules.ts'
import { findContact } from '../contact/contact.sql.ts'
import { mayExtend } from '../data-rights/data-rights.rules.ts'
import { findDataRequest } from '../data-rights/data-rights.sql.ts'
import { findDocumentRequest } from '../documents/documents.sql.ts'
import { describeQuote } from '../quotes/quotes.rules.ts'
import { findQuoteRequest } from '../quotes/quotes.sql.ts'
import { toFacts } from '../service-requests.rules.ts'

/** What staff read of a request, besides its subject. */
type Described = {
  readonly facts: { label: string; value: string }[]
  readonly message: string
  readonly may_extend: boolean
}

const nothing: Described = { facts: [], message: '', may_extend: false }

async function readContact({ db, publicClinic }: Context, id: number): Promise<Described> {
  const contact = await findRow(db, findContact, { id })
  if (contact === null) return nothing
  const { branches } = contactOptionsOf(publicClinic())
  const siteName = (code: string) => branches.find((branch) => branch.code === code)?.name ?? code
  return { ...nothing, facts: describeContact(contact, siteName), message: contact.message }
}

async function readDocument({ db }: Context, id: number): Promise<Described> {
  return { ...nothing, message: (await findRow(db, findDocumentRequest, { id }))?.comment ?? '' }
}

async function readQuote({ db }: Context, id: number): Promise<Described> {
  const quote = await findRow(db, findQuoteRequest, { id })
  return quote === null ? nothing : { ...nothing, facts: describeQuote(quote), message: quote.comentarios }
}

async function readDataRequest({ db, clock }: Context, id: number): Promise<Described> {
  const request = await findRow(db, findDataRequest, { id })
  if (request === null) return nothing
  const facts = toFacts([
    ['Responder a más tardar', showDay(lastDay(request.due_at))],
    ['Plazo extendido por', request.extension_reason],
  ])
  return { facts, message: request.message, may_extend: mayExtend(request, clock.now()) }
}

/** Reads what staff see of a request, by its matter. */
export const describeRequest: Readonly<
  Record<InboxMatter, (ctx: Context, id: number) => Promise<Described>>
> = {
  documents: readDocument,
  budgets: readQuote,
  contact: readContact,
  imaging: readContact,
  privacy: readDataRequest,
}
