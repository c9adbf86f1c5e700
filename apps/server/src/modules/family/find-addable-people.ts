import { ApiError } from '@mi-portal/contract/calls/api-error'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { accountStatus } from '@mi-portal/contract/people'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { cleanDocument, type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import { maskEmailForStrangers } from '@mi-portal/contract/values/email'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import type { Person } from '../people/read-people.ts'
import {
  findPerson,
  findPersonByDocument,
  hasComeOfAge,
  isPersonAdolescent,
  isPersonMinor,
} from '../people/read-people.ts'
import { openPerson } from '../staff-reads/open-people.ts'

export async function isRegisteredParent(ctx: Context, parent: Person, child: Person): Promise<boolean> {
  if (parent.document_type_id !== documentType.run || child.document_type_id !== documentType.run)
    return false
  return (await ctx.ports.registry.findParents(child.document_number)).includes(parent.document_number)
}

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
  if (person === null || isStaff(person) || person.deleted_at !== null) return null
  if (person.status === accountStatus.enabled) return hasComeOfAge(ctx, person) ? null : person
  if (!isChildWithoutAccount(ctx, person)) return null
  return parent === null || (await isRegisteredParent(ctx, parent, person)) ? person : null
}

export const searchPerson = operation(familyRequestEndpoints.search, async (ctx, { params, query }) => {
  const { actor, audit } = ctx
  const isPatient = !isStaff(actor)
  if (isPatient) await ctx.rateLimiter.consumeEach([limits.familySearch], String(actor.id))
  const parent = isPatient ? await findPerson(ctx, actor.id) : null
  if (isPatient && parent === null) throw new ApiError('noSession')
  const person = await findAddablePerson(
    ctx,
    params.document_type_id,
    params.document_number,
    query.document_country,
    parent,
  )
  if (person === null) return { registered: false, patient: null }
  if (!isPatient) await openPerson(ctx, person.id)
  if (person.id !== actor.id) await audit.record('family.search', { patientId: person.id })
  const email = person.email !== null && isPatient ? maskEmailForStrangers(person.email) : person.email
  const { id, first_name, last_name, second_name } = person
  const facts = {
    ...{ id, first_name, last_name, second_name, email },
    is_a_minor: isPersonMinor(ctx, person),
    has_account: !person.without_account,
  }
  return { registered: true, patient: facts }
})
