import { getContactOptions } from '@mi-portal/contract/service-requests/contact'
import { lastDay } from '@mi-portal/contract/service-requests/data-rights'
import type { InboxMatter } from '@mi-portal/contract/service-requests/inbox'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import { describeForStaff, nameRole } from '../../audit-labels/audit-labels.rules.ts'
import { describeContact } from '../contact/contact.rules.ts'
import { findContact } from '../contact/contact.sql.ts'
import { mayExtend } from '../data-rights/data-rights.rules.ts'
import { findDataRequest } from '../data-rights/data-rights.sql.ts'
import { findDocumentRequest } from '../documents/documents.sql.ts'
import { describeQuote } from '../quotes/quotes.rules.ts'
import { findQuoteRequest } from '../quotes/quotes.sql.ts'
import { toFacts } from '../service-requests.rules.ts'

type Described = {
  readonly facts: { label: string; value: string }[]
  readonly message: string
  readonly may_extend: boolean
}

const nothing: Described = { facts: [], message: '', may_extend: false }

function showTimestamp(at: Date): string {
  const { day, time } = santiago(at)
  return `${showDay(day)} a las ${time}`
}

async function readContact({ db, publicClinic }: Context, id: number): Promise<Described> {
  const contact = await findRow(db, findContact, { id })
  if (contact === null) return nothing
  const { branches } = getContactOptions(publicClinic())
  const siteName = (code: string) => branches.find((branch) => branch.code === code)?.name ?? code
  return { ...nothing, facts: describeContact(contact, siteName), message: contact.message }
}

async function readQuote({ db }: Context, id: number): Promise<Described> {
  const quote = await findRow(db, findQuoteRequest, { id })
  return quote === null ? nothing : { ...nothing, facts: describeQuote(quote), message: quote.comentarios }
}

async function readDataRequest({ db, clock }: ActorContext, id: number): Promise<Described> {
  const request = await findRow(db, findDataRequest, { id })
  if (request === null) return nothing
  const { accessed_at, action, actor_role, actor_full_name, message } = request
  const facts = toFacts([
    ['Responder a más tardar', showDay(lastDay(request.due_at))],
    ['Plazo extendido por', request.extension_reason],
    ['Quién accedió', actor_role && [actor_full_name, nameRole(actor_role)].filter(Boolean).join(' · ')],
    ['Cuándo', accessed_at && showTimestamp(accessed_at)],
    ['Qué hizo', action && describeForStaff(action)],
  ])
  return { facts, message, may_extend: mayExtend(request, clock.now()) }
}

export const describeRequest: Readonly<
  Record<InboxMatter, (ctx: ActorContext, id: number) => Promise<Described>>
> = {
  documents: async ({ db }, id) => ({
    ...nothing,
    message: (await findRow(db, findDocumentRequest, { id }))?.comment ?? '',
  }),
  budgets: readQuote,
  contact: readContact,
  imaging: readContact,
  privacy: readDataRequest,
}
