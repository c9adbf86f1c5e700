/** Composes the requests to the clinic's departments, and the inbox in which staff answer them. */
import { createBudgetsModule } from '../modules/budgets/budgets.module.ts'
import { createContactModule } from '../modules/contact/contact.module.ts'
import { createDeskModule } from '../modules/desk/desk.module.ts'
import { createDeskRequestsModule } from '../modules/desk-requests/desk-requests.module.ts'
import { createDocumentsModule } from '../modules/documents/documents.module.ts'
import { createPrivacyModule } from '../modules/privacy/privacy.module.ts'
import type { Foundations } from './foundations.ts'
import type { ServerParts } from './server-parts.ts'

export type Departments = ReturnType<typeof composeDepartments>

export function composeDepartments(
  { platform, add, settings: { mailboxes } }: ServerParts,
  { common, stored, published: { publicClinic } }: Foundations,
) {
  const { deskRequests } = add(createDeskRequestsModule(platform, { ...common, ...stored, mailboxes }))
  const { documents } = add(createDocumentsModule(platform, { deskRequests }))
  const { budgets } = add(createBudgetsModule(platform, { deskRequests }))
  const { contact } = add(createContactModule(platform, { deskRequests, publicClinic }))
  const { privacy } = add(createPrivacyModule(platform, { ...common, deskRequests }))
  add(createDeskModule(platform, { ...common, deskRequests, documents, budgets, contact, privacy }))
  return { deskRequests, contact }
}
