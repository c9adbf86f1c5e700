/**
 * Decides once about accounts that wait for validation, with a mail to the person. Two members of staff approve the application of a
 * person with a record.
 */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { isCountryCode } from '@mi-portal/contract/fields/country'
import { countryMissing } from '@mi-portal/contract/fields/document-schemas'
import { accountStatus } from '@mi-portal/contract/people'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { type DenialReason, userEndpoints } from '@mi-portal/contract/users'
import * as z from 'zod/mini'
import { toAuditActor } from '../../platform/audit.ts'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import type { ConfirmedChange } from '../../platform/context/events.ts'
import { operation } from '../../platform/context/operation.ts'
import { isTaken } from '../../platform/database/constraint-errors.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { unlockSilently } from '../account-security/lock-accounts.ts'
import { approveApplication, denyApplication } from '../applications/decide-applications.ts'
import { isCounterCode } from '../applications/read-applications.ts'
import { changedSinceRequest, describeRequester } from '../confirmations/confirmations.rules.ts'
import { completePassportCountry, endWaiting, lockWaitingPerson } from '../people/accounts/register-people.ts'
import { findPerson, isGuardianMailbox, type Person, requirePatient } from '../people/read-people.ts'
import { dropPhotosAfterDecision, hasOpenedProofs } from '../photos/store-photos.ts'
import { bindAccess, hasRecord } from '../record-access/bind-access.ts'
import { endAllSessions } from '../session/use-sessions.ts'
import { disableUser } from './disable-users.ts'
import { notifyApplicant } from './notify-applicants.ts'
import { readUser, withApplications } from './read-users.ts'
import { openingChanges } from './two-people/opening.rules.ts'
import { decided, describeReasons, isRepeated } from './users.rules.ts'
import { findLastDecision, recordDecision } from './users.sql.ts'

const wrongCounterCode =
  'El código no coincide o venció. Pide a la persona que obtenga otro en la página de su registro'

const storedApproval = z.object({
  /** Since when the person waits, which distinguishes one application from the next. */
  pending_since: z.nullable(z.string()),
  in_person: z.boolean(),
  reason: z._default(z.string(), ''),
  country: z.nullable(z.string()),
})

type Decision = {
  readonly approved: boolean
  readonly reasons: readonly DenialReason[]
  readonly note: string
  readonly inPerson: boolean
  /** The country of the passport, if the application did not name it. */
  readonly country: string | null
}

/**
 * Writes the application of a person into the person, or removes it. An account that waited before applications were stored apart
 * has its data in the person already. Returns who is notified of the decision.
 */
async function decideApplication(
  ctx: Context,
  tx: Queries,
  person: Person,
  approved: boolean,
  after: ReturnType<typeof decided>,
) {
  const application = approved
    ? await approveApplication(ctx, tx, person, after.status_passport)
    : await denyApplication(ctx, tx, person.id)
  if (application !== null) return { ...application, isVerified: false }
  await endWaiting(tx, person.id, after.status, after.status_passport, ctx.clock.now())
  await dropPhotosAfterDecision(ctx, tx, [person.image_store_passport, person.image_store_passport_patient])
  const { email, greeting_name: first_name } = person
  return { email, first_name, isVerified: person.email_verified_at !== null }
}

const completeCountry = (tx: Queries, id: number, country: string) =>
  completePassportCountry(tx, id, country).catch((error: unknown) => {
    throw isTaken(error) ? new ApiError('documentTaken', { param: 'document_country' }) : error
  })

async function writeDecision(
  ctx: Context,
  tx: Queries,
  actor: ConfirmedChange['actor'],
  person: Person,
  { approved, reasons, note, inPerson, country }: Decision,
  origin: Origin | null,
  requester: ConfirmedChange['requester'] | null = null,
): Promise<void> {
  const { id } = person
  const after = decided(approved, person.document_type_id)
  const confirmation = inPerson ? 'users.confirmInPerson' : 'users.confirm'
  const applicant = await decideApplication(ctx, tx, person, approved, after)
  if (country !== null) await completeCountry(tx, id, country)
  // An application that is stored apart has unlocked the account already, and brought a password of its own. Otherwise the
  // password of the locked account is void, which the mail about the decision says.
  const isUnlocked =
    approved && person.locked_at !== null && (await unlockSilently(ctx, tx, person, actor, origin))
  await recordDecision(tx, {
    personId: id,
    by: actor.id,
    approved,
    reason: describeReasons(reasons, note),
    dueAt: person.pending_due_at,
    now: ctx.clock.now(),
  })
  if (!approved) await endAllSessions(ctx, tx, id, 'account-closed')
  await ctx.auditLog.add(tx, {
    ...toAuditActor(actor, origin),
    action: approved ? confirmation : 'users.deny',
    patientId: id,
    detail: {
      before: { status: person.status, status_passport: person.status_passport },
      after,
      ...describeRequester(requester),
    },
  })
  await notifyApplicant(ctx, tx, person, applicant, { approved, reasons, hasNote: note !== '', isUnlocked })
}

/**
 * Stores a decision and notifies the applicant, or requests the confirmation of an approval. Returns `not-waiting` without any change
 * if the account does not wait. Of two concurrent decisions, the second finds that the account does not wait.
 */
async function storeDecision(
  ctx: ActorContext,
  person: Person,
  decision: Decision,
): Promise<'decided' | 'requested' | 'not-waiting'> {
  const proof = decision.approved ? await prepareApproval(ctx, person, decision) : null
  return ctx.db.transaction(async (tx) => {
    if (!(await lockWaitingPerson(tx, person.id))) return 'not-waiting'
    const write = () => writeDecision(ctx, tx, ctx.actor, person, decision, ctx.origin)
    if (proof === null) await write()
    return proof === null || (await bindAccess(ctx, tx, proof, write)) ? 'decided' : 'requested'
  })
}

async function prepareApproval(ctx: ActorContext, person: Person, { inPerson, note, country }: Decision) {
  const [shown = person] = await withApplications(ctx, [person])
  if (await isGuardianMailbox(ctx, person.id, shown.email)) throw new ApiError('guardianMailbox')
  const { document_type_id, document_number } = person
  const document_country = shown.document_country ?? country
  const after = { ...shown, document_type_id, document_number, document_country }
  return {
    kind: 'staff',
    hasRecord: await hasRecord(ctx, person),
    request: {
      kind: 'application',
      subjectId: person.id,
      payload: {
        pending_since: person.pending_since?.toISOString() ?? null,
        in_person: inPerson,
        reason: note,
        country,
      } satisfies z.output<typeof storedApproval>,
      changes: openingChanges(person, after),
      actor: ctx.actor,
      origin: ctx.origin,
    },
  } as const
}

async function decideUser(
  ctx: ActorContext,
  id: number,
  {
    approved,
    reasons = [],
    note = '',
    inPerson = false,
    country = null,
  }: Partial<Decision> & Pick<Decision, 'approved'>,
) {
  const person = await requirePatient(ctx, id)
  if (approved && !inPerson) await requireOpenedPhotos(ctx, ctx.actor, person)
  if (country !== null && !isCountryCode(country))
    throw new ApiError('invalid', { param: 'document_country', msg: countryMissing })
  const outcome = await storeDecision(ctx, person, { approved, reasons, note, inPerson, country })
  if (outcome === 'not-waiting') await rejectUnlessRepeated(ctx, person, approved)
  return {
    patient: await readUser(ctx, id),
    waiting: outcome === 'requested' ? ['application' as const] : [],
  }
}

async function requireOpenedPhotos(
  ctx: Context,
  actor: Pick<Actor, 'id'>,
  { id, pending_since }: Person,
): Promise<void> {
  if (pending_since !== null && !(await hasOpenedProofs(ctx, actor.id, id, pending_since)))
    throw new ApiError('photosNotOpened')
}

/** A caller who repeats their own decision gets the same answer; every other caller learns that it is decided. */
async function rejectUnlessRepeated(ctx: ActorContext, { id, document_type_id }: Person, approved: boolean) {
  const person = await findPerson(ctx, id)
  const repeated = isRepeated(await findLastDecision(ctx, id), approved, ctx.actor.id)
  if (!repeated || person?.status !== decided(approved, document_type_id).status)
    throw new ApiError('decidedAlready')
}

async function rejectCounterCode(ctx: ActorContext, id: number): Promise<never> {
  const person = await requirePatient(ctx, id)
  if (person.status !== accountStatus.pending) throw new ApiError('decidedAlready')
  await ctx.audit.record('users.confirmInPerson', {
    patientId: id,
    outcome: 'refused',
    detail: { because: 'code' },
  })
  throw new ApiError('invalid', { param: 'code', msg: wrongCounterCode })
}

async function denyIfWaiting(ctx: ActorContext, id: number): Promise<boolean> {
  const person = await findPerson(ctx, id)
  if (person === null || isStaff(person)) return false
  const denial = { approved: false, reasons: [], note: '', inPerson: false, country: null }
  return (await storeDecision(ctx, person, denial)) === 'decided'
}

export const confirmUser = operation(userEndpoints.confirm, (ctx, { params, body }) => {
  const { reason = '', document_country } = body
  const approval = { approved: true, note: reason, country: document_country || null }
  return decideUser(ctx, params.id, approval)
})

export const denyUser = operation(userEndpoints.deny, (ctx, { params, body }) => {
  const denial = { approved: false, reasons: body.reasons ?? [], note: body.reason ?? '' }
  return decideUser(ctx, params.id, denial)
})

export const confirmUserInPerson = operation(userEndpoints.confirmInPerson, async (ctx, { params, body }) => {
  const { code, reason = '', document_country } = body

  if (!(await isCounterCode(ctx, params.id, code))) return rejectCounterCode(ctx, params.id)
  const approval = { approved: true, note: reason, inPerson: true, country: document_country || null }
  return decideUser(ctx, params.id, approval)
})

export const disableUserOrDeny = operation(userEndpoints.disable, async (ctx, { params }) => {
  if (!(await denyIfWaiting(ctx, params.id))) await disableUser(ctx, params.id)
  return {}
})

export function decideConfirmedApplications(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, { kind, subjectId, payload, actor, requester, origin }) => {
    if (kind !== 'application') return
    const { pending_since, in_person: inPerson, reason: note, country } = storedApproval.parse(payload)
    const isWaiting = await lockWaitingPerson(tx, subjectId)
    const person = await findPerson(ctx, subjectId)
    if (person === null || !isWaiting || (person.pending_since?.toISOString() ?? null) !== pending_since)
      throw changedSinceRequest('Este registro ya no espera su validación')
    if (!inPerson) await requireOpenedPhotos(ctx, actor, person)
    const decision = { approved: true, reasons: [], note, inPerson, country }
    await writeDecision(ctx, tx, actor, person, decision, origin, requester)
  })
}
