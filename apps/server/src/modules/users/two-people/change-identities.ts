/**
 * Changes by staff of a person's identity: document, names, sex and birth date. One member of staff requests them and another confirms them,
 * unless the civil registry says the same.
 */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ConfirmationKind } from '@mi-portal/contract/confirmations'
import { documentTypeId } from '@mi-portal/contract/fields/document-schemas'
import { type Identity, identityFields, pickFields } from '@mi-portal/contract/fields/person-fields'
import { documentType } from '@mi-portal/contract/values/document-number'
import * as z from 'zod/mini'
import { toAuditActor } from '../../../platform/audit.ts'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { isTaken } from '../../../platform/database/constraint-errors.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { changedSinceRequest, describeRequester } from '../../confirmations/confirmations.rules.ts'
import { requestChange } from '../../confirmations/request-changes.ts'
import { changePersonIdentity } from '../../people/accounts/change-personal-data.ts'
import {
  type AccountData,
  findPerson,
  findPersonByDocument,
  getReopeningAges,
  isAgeLimitCrossed,
  type Person,
} from '../../people/read-people.ts'
import { lockSessions } from '../../session/use-sessions.ts'
import { personChanged } from '../users.rules.ts'
import { listGenderNames } from '../users.sql.ts'
import {
  changedIdentityFields,
  describeIdentityChanges,
  isSameDocument,
  needsSecondPerson,
} from './identity-changes.rules.ts'

const identity = z.object({
  document_type_id: documentTypeId(),
  document_number: z.string(),
  document_country: z.nullable(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  second_name: z.string(),
  gender_id: z.nullable(z.int()),
  date_birth: z.nullable(z.string()),
})
const identityChange = z.object({ before: identity, after: identity })

type HeldChange = { readonly before: Identity; readonly after: Identity }

/** Returns whether the registry has these names and this birth date. A registry that does not answer says nothing. */
async function isRegisteredIdentity(
  ctx: Context,
  { document_type_id, document_number, ...after }: Identity,
): Promise<boolean> {
  if (document_type_id !== documentType.run) return false
  const registered = await ctx.ports.registry.person(document_number).catch((error) => {
    if (error instanceof ApiError && error.code === 'registryDown') return null
    throw error
  })
  return (
    registered !== null &&
    registered.names === after.first_name &&
    registered.last_name === after.last_name &&
    registered.second_name === after.second_name &&
    registered.date_birth === after.date_birth
  )
}

async function holdIdentity(ctx: Context, person: Person, data: AccountData): Promise<HeldChange | null> {
  const before = pickFields(person, identityFields)
  const wanted: Identity = pickFields(data, identityFields)
  // A form that does not name the country does not remove one that is known.
  const after = isSameDocument(before, wanted)
    ? { ...wanted, document_country: wanted.document_country ?? before.document_country }
    : wanted
  const crossesAgeLimit = isAgeLimitCrossed(ctx, before.date_birth, after.date_birth)
  const held = needsSecondPerson(before, after, crossesAgeLimit)
  if (held.length === 0) return null
  // The registry knows no sex, and another document is another person until someone has seen it.
  const isInRegistry = held.every((field) => field !== 'document_number' && field !== 'gender_id')
  if (isInRegistry && (await isRegisteredIdentity(ctx, after))) return null
  return { before, after: { ...before, ...pickFields(after, held) } }
}

async function rejectTakenDocument(ctx: Context, { before, after }: HeldChange): Promise<void> {
  if (isSameDocument(before, after)) return
  const { document_type_id, document_number, document_country } = after
  if ((await findPersonByDocument(ctx, document_type_id, document_number, document_country)) !== null)
    throw new ApiError('documentTaken', { param: 'document_number' })
}

/**
 * Separates what an edit may store at once from what a second member of staff has to confirm. Throws if the new document has an
 * account.
 */
export async function separateIdentity(ctx: Context, person: Person, data: AccountData) {
  const held = await holdIdentity(ctx, person, data)
  if (held !== null) await rejectTakenDocument(ctx, held)
  const changed = held === null ? [] : changedIdentityFields(held.before, held.after)
  const country = isSameDocument(person, data)
    ? (data.document_country ?? person.document_country)
    : data.document_country
  const stored = { ...data, ...{ document_country: country }, ...pickFields(person, changed) }
  return { held, stored }
}

export async function requestIdentityChange(
  ctx: ActorContext,
  tx: Queries,
  person: Person,
  held: HeldChange | null,
): Promise<ConfirmationKind[]> {
  if (held === null) return []
  const genders = await listGenderNames(ctx, [held.before.gender_id, held.after.gender_id])
  const kind = 'identity-change'
  await requestChange(ctx, tx, {
    kind,
    subjectId: person.id,
    payload: held,
    changes: describeIdentityChanges(held.before, held.after, genders),
    formerEmail: person.email,
    actor: ctx.actor,
    origin: ctx.origin,
  })
  return [kind]
}

export function changeConfirmedIdentities(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, { kind, subjectId, payload, actor, requester, origin }) => {
    if (kind !== 'identity-change') return
    const { before, after } = identityChange.parse(payload)
    await lockSessions(tx, subjectId)
    // A birth date corrected by staff decides again whether the account was opened for a minor.
    const person = await findPerson(ctx, subjectId)
    const kept = { opened_as_minor: null, opened_as_child: null }
    const opened =
      person === null || before.date_birth === after.date_birth ? kept : getReopeningAges(ctx, person, after)
    try {
      if (!(await changePersonIdentity(tx, subjectId, before, { ...after, ...opened }, ctx.clock.now())))
        throw changedSinceRequest(personChanged)
    } catch (error) {
      if (isTaken(error)) throw changedSinceRequest('Otra persona ya tiene ese documento')
      throw error
    }
    const changed = changedIdentityFields(before, after)
    await ctx.auditLog.add(tx, {
      ...toAuditActor(actor, origin),
      action: 'users.edit',
      patientId: subjectId,
      detail: {
        changed,
        before: pickFields(before, changed),
        after: pickFields(after, changed),
        ...describeRequester(requester),
      },
    })
  })
}
