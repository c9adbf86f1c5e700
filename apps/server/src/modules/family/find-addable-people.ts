/** Finds whom a group owner, or staff for one, can add to a family group. */

import { accountStatus } from '@mi-portal/contract/people'
import { cleanDocument, type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../platform/context/context.ts'
import type { Person } from '../people/read-people.ts'
import {
  findPersonByDocument,
  hasComeOfAge,
  isPersonAdolescent,
  isPersonMinor,
} from '../people/read-people.ts'

/** Returns whether the civil registry names a person as a parent of another. */
export async function isRegisteredParent(ctx: Context, parent: Person, child: Person): Promise<boolean> {
  if (parent.document_type_id !== documentType.run || child.document_type_id !== documentType.run)
    return false
  return (await ctx.ports.registry.parentsOf(child.document_number)).includes(parent.document_number)
}

/** Returns whether the clinic has only a record of this child, who is too young for an account of their own. */
const isChildWithoutAccount = (ctx: Context, person: Person) =>
  person.without_account &&
  person.status === accountStatus.disabled &&
  person.deceased_at === null &&
  isPersonMinor(ctx, person) &&
  !isPersonAdolescent(ctx, person)

/**
 * Finds the patient with this document and an open account, or a child without one. `parent` is the patient who looks for a child of their
 * own; null for staff, who find every child. Any other record of the clinic is null, as an unknown document.
 */
export async function findAddablePerson(
  ctx: Context,
  type: DocumentTypeId,
  number: string,
  country: string | null | undefined,
  parent: Person | null,
): Promise<Person | null> {
  const person = await findPersonByDocument(ctx, type, cleanDocument(type, number), country)
  if (person === null || person.rol !== 'STANDART_ROLE' || person.deleted_at !== null) return null
  if (person.status === accountStatus.enabled) return hasComeOfAge(ctx, person) ? null : person
  if (!isChildWithoutAccount(ctx, person)) return null
  return parent === null || (await isRegisteredParent(ctx, parent, person)) ? person : null
}
