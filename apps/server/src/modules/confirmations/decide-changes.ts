/** Changes that one member of staff requests and another confirms. The domain of a change makes it once it is confirmed. */

import { ApiError } from '@mi-portal/contract/api-error'
import {
  type ChangedValue,
  type Confirmation,
  type ConfirmationKind,
  confirmationEndpoints,
  type RejectionReason,
  rejectionReasons,
} from '@mi-portal/contract/confirmations'
import { pageOf } from '@mi-portal/contract/paging'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../platform/context/context.ts'
import type { ConfirmedChange } from '../../platform/context/events.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { fullNameOf } from '../people/people.rules.ts'
import type { Person } from '../people/people.service.ts'
import { findPerson } from '../people/people.service.ts'
import { createTemporaryKey } from '../session/use-sessions.ts'
import { requestExpired, requestRejected, waitsAlone } from './confirmations.mails.ts'
import { changedSinceRequest, decidedByAnother, decisionErrorOf, effectiveFrom, expiredSince, expiryOf, isSecretFromOwner, kindOf, stateOf, describeRequester } from './confirmations.rules.ts'
import type { ListedConfirmation, PendingConfirmation } from './confirmations.sql.ts'
import * as confirmationsSql from './confirmations.sql.ts'
import {
  independenceError,
  isAlone,
  mayStillRequest,
  permissionFor,
  type Staff,
} from './independence/independence.rules.ts'
import { readStaff } from './independence/read-staff.ts'
import { notifyChangeMade, notifyChangeRejected, notifyChangeWaits } from './notify-owner.ts'
import { toAuditActor } from '../../platform/audit.ts'

type TemporaryKey = Awaited<ReturnType<typeof createTemporaryKey>>

type Confirmer = Pick<Actor, 'id' | 'rol'>

type RequestedChange = {
  readonly kind: ConfirmationKind
  readonly subjectId: number
  /** The number of what is changed where a person can have several, such as the family link of a guardian. */
  readonly target?: number
  /** What the reaction needs to make the change. It is erased once the change is decided. */
  readonly payload?: object
  /** The values before and after, which the second member of staff sees. */
  readonly changes?: readonly ChangedValue[]
  /** The address of the person at the time of the request, if the same call changes it. */
  readonly formerEmail?: string | null
  readonly actor: Actor
  readonly origin: Origin
}

type WaitingChange = {
  readonly found: PendingConfirmation
  readonly subject: Person
  readonly requester: Person
}

/** The stored values were written by this module, so their shape is known. */
function readChanges(stored: unknown): ChangedValue[] {
  return Array.isArray(stored) ? stored : []
}

function reasonOf(stored: string | null): RejectionReason | null {
  return rejectionReasons.find((known) => known === stored) ?? null
}

function toConfirmation(actor: Actor, staff: Staff, row: ListedConfirmation): Confirmation {
  const subject = { id: row.subject_id, rol: row.subject_role }
  const decidedAt = row.confirmed_at ?? row.rejected_at ?? row.expired_at
  const waits = decidedAt === null
  const requested = { requesterId: row.requested_by, subject, permission: permissionFor(kindOf(row.kind)) }
  const mayDecide = waits && decisionErrorOf({ actor, requestedBy: row.requested_by, subject }) === null
  return {
    id: row.id,
    kind: kindOf(row.kind),
    subject: {
      id: row.subject_id,
      full_name: row.subject_name,
      document: showDocument(row.document_type_id, row.document_number),
    },
    changes: readChanges(row.changes),
    requested_by: row.requester_name,
    requested_at: row.requested_at.toISOString(),
    expires_at: expiryOf(row.requested_at).toISOString(),
    state: stateOf(row),
    decided_by: row.decider_name,
    decided_at: decidedAt?.toISOString() ?? null,
    rejection_reason: reasonOf(row.rejection_reason),
    effective_at: row.effective_at?.toISOString() ?? null,
    may_decide: mayDecide,
    not_confirmable: mayDecide ? (independenceError(staff, actor.id, requested)?.message ?? null) : null,
    may_withdraw: waits && row.requested_by === actor.id,
  }
}

/**
 * Finds a change that waits, locked until the transaction ends. Throws 404 if it is unknown, and 409 if it was decided or has
 * expired.
 */
async function findWaiting(ctx: Context, tx: Queries, id: number): Promise<WaitingChange> {
  const found = await confirmationsSql.find(tx, id)
  const subject = found === null ? null : await findPerson(ctx, found.subject_id)
  const requester = found === null ? null : await findPerson(ctx, found.requested_by)
  if (found === null || subject === null || requester === null) throw new ApiError('notFound')
  if (found.expired_at !== null) throw new ApiError('confirmationExpired')
  if (found.confirmed_at !== null || found.rejected_at !== null) throw new ApiError('decidedAlready')
  if (found.requested_at <= expiredSince(ctx.clock.now())) throw new ApiError('confirmationExpired')
  return { found, subject, requester }
}

/** Writes an audit entry with who decided, who requested, and the values of the change. */
function auditDecision(
  ctx: Context,
  tx: Queries,
  actor: Confirmer | null,
  action: string,
  { found, requester }: { readonly found: PendingConfirmation; readonly requester: Person },
  origin: Origin | null,
  detail: object = {},
) {
  return ctx.auditLog.add(tx, {
    ...toAuditActor(actor, 'system'),
    action,
    patientId: found.subject_id,
    object: `kind=${found.kind}`,
    origin,
    detail: { ...describeRequester({ id: requester.id, name: fullNameOf(requester) }), ...detail },
  })
}

function announceDropped(ctx: Context, tx: Queries, { kind, subject_id, payload }: PendingConfirmation) {
  return ctx.events.changeDropped.announce(tx, { kind: kindOf(kind), subjectId: subject_id, payload })
}

const toRequested = ({ found, subject, requester }: WaitingChange) => ({
  requesterId: requester.id,
  subject,
  permission: permissionFor(kindOf(found.kind)),
})

/** Creates a temporary password for an account that a change opens. Hashing takes long, so it does not happen in a transaction. */
async function createKeyFor(ctx: Context, id: number): Promise<TemporaryKey | null> {
  const kind = await confirmationsSql.findKind(ctx.db, id)
  return kind === 'account-opening' || kind === 'staff-access' ? createTemporaryKey(ctx) : null
}

/** Makes a change: stores that it was confirmed, lets its domain make it, and notifies the owner. */
async function makeChange(
  ctx: Context,
  tx: Queries,
  change: WaitingChange,
  decision: Pick<ConfirmedChange, 'actor' | 'isAlone' | 'temporaryKey' | 'origin'>,
): Promise<void> {
  const { found, subject, requester } = change
  const { actor, isAlone, origin } = decision
  await confirmationsSql.confirm(tx, found.id, isAlone ? null : actor.id, ctx.clock.now())
  const kind = kindOf(found.kind)
  await ctx.events.changeConfirmed.announce(tx, {
    kind,
    subjectId: subject.id,
    payload: found.payload,
    requester: { id: requester.id, name: fullNameOf(requester) },
    ...decision,
  })
  await auditDecision(
    ctx,
    tx,
    isAlone ? null : actor,
    'confirmations.confirm',
    change,
    origin,
    isAlone ? { alone: true } : {},
  )
  const made = { kind, isAlone, changes: readChanges(found.changes) }
  await notifyChangeMade(ctx, tx, made, subject, found.emails)
}

/** Makes a change whose wait is over. Returns false if it was decided, or now needs another member of staff. */
async function makeChangeAlone(ctx: Context, id: number): Promise<boolean> {
  const temporaryKey = await createKeyFor(ctx, id)
  return ctx.db.transaction(async (tx) => {
    if (!(await confirmationsSql.isDue(tx, id, ctx.clock.now()))) return false
    const change = await findWaiting(ctx, tx, id)
    const { requester, subject } = change
    const { permission } = toRequested(change)
    if (!isAlone(await readStaff(ctx, tx), requester.id, permission)) {
      await confirmationsSql.requireSecond(tx, id)
      return false
    }
    if (!mayStillRequest(requester, subject.rol, permission)) return false
    await makeChange(ctx, tx, change, { actor: requester, isAlone: true, temporaryKey, origin: null })
    return true
  })
}

/** Makes the changes of an installation with one member of staff whose wait is over. Returns how many. */
export async function makeDueChanges(ctx: Context): Promise<number> {
  let made = 0
  for (const id of await confirmationsSql.listDue(ctx.db, ctx.clock.now())) {
    try {
      if (await makeChangeAlone(ctx, id)) made += 1
    } catch (error) {
      // What no longer fits the stored data stays in the list until its requester withdraws it, or it expires.
      if (!(error instanceof ApiError)) throw error
    }
  }
  if (made > 0) ctx.mail.trigger()
  return made
}

async function dropEach(ctx: Context, tx: Queries, waiting: readonly { readonly id: number }[]) {
  for (const { id } of waiting) {
    const found = await confirmationsSql.find(tx, id)
    const requester = found === null ? null : await findPerson(ctx, found.requested_by)
    if (found === null || requester === null || stateOf(found) !== 'pendiente') continue
    await confirmationsSql.reject(tx, id, requester.id, null, ctx.clock.now())
    await announceDropped(ctx, tx, found)
    await auditDecision(ctx, tx, null, 'confirmations.withdraw', { found, requester }, null)
  }
}

/** Drops what a member of staff requested whose account ends or may do less from now on. */
export const dropChangesRequestedBy = async (ctx: Context, tx: Queries, personId: number) =>
  dropEach(ctx, tx, await confirmationsSql.listWaitingOf(tx, { by: personId, about: null }))

/** Drops what waits and can be made no more, because its object has ended. */
async function dropEnded(ctx: Context): Promise<void> {
  if ((await confirmationsSql.listEnded(ctx.db, null)).length === 0) return
  await ctx.db.transaction(async (tx) => dropEach(ctx, tx, await confirmationsSql.listEnded(tx, null)))
}

/** Mails the owner and the super administrators that a change waits without a second person to confirm it. */
async function notifyWait(
  ctx: Context,
  tx: Queries,
  request: RequestedChange,
  effectiveAt: Date,
): Promise<void> {
  const { kind, subjectId, formerEmail = null } = request
  // A person whom the same transaction adds has no mailbox that is known.
  const subject = await findPerson(ctx, subjectId)
  if (subject !== null && !isSecretFromOwner(kind))
    await notifyChangeWaits(
      ctx,
      tx,
      { kind, effectiveAt },
      subject,
      formerEmail === null ? [] : [formerEmail],
    )
  for (const { id, email, greeting_name } of await confirmationsSql.listSuperAdmins(tx))
    await ctx.mail.queue(tx, waitsAlone, {
      recipient: email,
      person_id: id,
      data: { first_name: greeting_name, kind, effectiveAt },
    })
}

/** Expires a change unless it was decided in the meantime, and notifies its requester. */
async function expireChange(ctx: Context, id: number): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const found = await confirmationsSql.find(tx, id)
    if (found === null || stateOf(found) !== 'pendiente') return false
    const requester = await findPerson(ctx, found.requested_by)
    if (requester === null) return false
    await confirmationsSql.expire(tx, id, ctx.clock.now())
    await announceDropped(ctx, tx, found)
    await auditDecision(ctx, tx, null, 'confirmations.expire', { found, requester }, null)
    if (requester.email !== null)
      await ctx.mail.queue(tx, requestExpired, {
        recipient: requester.email,
        person_id: requester.id,
        data: { first_name: requester.greeting_name, kind: kindOf(found.kind) },
      })
    return true
  })
}

/** Expires the changes that were not decided in time. Returns how many. */
export async function expireOverdueChanges(ctx: Context): Promise<number> {
  await dropEnded(ctx)
  let expired = 0
  for (const id of await confirmationsSql.listWaitingSince(ctx.db, expiredSince(ctx.clock.now())))
    if (await expireChange(ctx, id)) expired += 1
  if (expired > 0) ctx.mail.trigger()
  return expired
}

/**
 * Requests a change in the caller's transaction. The caller decides whether the member of staff may request it. Throws 409 if
 * the same change of this person waits already, and 403 for one's own account.
 */
export async function requestChange(ctx: Context, tx: Queries, change: RequestedChange): Promise<void> {
  const { kind, subjectId, target, payload = {}, changes = [], formerEmail, actor, origin } = change
  if (subjectId === actor.id) throw decidedByAnother()
  await dropEach(ctx, tx, await confirmationsSql.listEnded(tx, subjectId))
  const alone = isAlone(await readStaff(ctx, tx), actor.id, permissionFor(kind))
  const effectiveAt = alone ? effectiveFrom(ctx.clock.now()) : null
  const added = await confirmationsSql.insert(
    tx,
    {
      kind,
      subject_id: subjectId,
      target: target === undefined ? '' : String(target),
      payload: JSON.stringify(payload),
      changes: JSON.stringify(changes),
      emails: formerEmail ? [formerEmail] : [],
      requested_by: actor.id,
      effective_at: effectiveAt,
    },
    ctx.clock.now(),
  )
  if (added === null) throw new ApiError('confirmationWaits')
  await ctx.auditLog.add(tx, {
    actorId: actor.id,
    actorRole: actor.rol,
    action: 'confirmations.request',
    patientId: subjectId,
    object: `kind=${kind}`,
    origin,
  })
  if (effectiveAt !== null) await notifyWait(ctx, tx, change, effectiveAt)
}

/** Returns a page of changes, and writes an audit entry for each person on it. */
export const listConfirmations = operation(confirmationEndpoints.list, async (ctx, { query }) => {
  const { state, person, ...page } = query

  await dropEnded(ctx)
  const found = await confirmationsSql.list(ctx.db, state, person ?? null, page)
  await ctx.auditLog.recordEach(
    { actorId: ctx.actor.id, actorRole: ctx.actor.rol, action: 'confirmations.list', origin: ctx.origin },
    [...new Set(found.rows.map(({ subject_id }) => subject_id))],
  )
  const staff = await readStaff(ctx, ctx.db)
  return {
    confirmations: found.rows.map((row) => toConfirmation(ctx.actor, staff, row)),
    ...pageOf(found, page),
  }
})

/** Confirms a change, which its domain makes in the same transaction. */
export const confirmChange = operation(confirmationEndpoints.confirm, async (ctx, { params }) => {
  const temporaryKey = await createKeyFor(ctx, params.id)
  await ctx.db.transaction(async (tx) => {
    const change = await findWaiting(ctx, tx, params.id)
    const { subject, requester } = change
    const requested = toRequested(change)
    const rejection =
      decisionErrorOf({ actor: ctx.actor, requestedBy: requester.id, subject }) ??
      independenceError(await readStaff(ctx, tx), ctx.actor.id, requested)
    if (rejection !== null) throw rejection
    if (!mayStillRequest(requester, subject.rol, requested.permission))
      throw changedSinceRequest('Quien pidió este cambio ya no puede pedirlo')
    await makeChange(ctx, tx, change, { actor: ctx.actor, isAlone: false, temporaryKey, origin: ctx.origin })
  })
  ctx.mail.trigger()
  return {}
})

/** Drops the changes that wait about a person who reported that they did not ask for them. */
export const dropChangesAbout = async (ctx: Context, tx: Queries, personId: number) =>
  dropEach(ctx, tx, await confirmationsSql.listWaitingOf(tx, { by: null, about: personId }))

/** Rejects a change that waits, and notifies its requester and the owner of the account. */
export const rejectChange = operation(confirmationEndpoints.reject, async (ctx, { params, body }) => {
  await ctx.db.transaction(async (tx) => {
    const { found, subject, requester } = await findWaiting(ctx, tx, params.id)
    const rejection = decisionErrorOf({ actor: ctx.actor, requestedBy: requester.id, subject })
    if (rejection !== null) throw rejection
    await confirmationsSql.reject(tx, params.id, ctx.actor.id, body.reason, ctx.clock.now())
    await announceDropped(ctx, tx, found)
    await auditDecision(ctx, tx, ctx.actor, 'confirmations.reject', { found, requester }, ctx.origin, {
      reason: body.reason,
    })
    const kind = kindOf(found.kind)
    if (requester.email !== null)
      await ctx.mail.queue(tx, requestRejected, {
        recipient: requester.email,
        person_id: requester.id,
        data: { first_name: requester.greeting_name, kind, reason: body.reason },
      })
    await notifyChangeRejected(ctx, tx, kind, subject, found.emails)
  })
  ctx.mail.trigger()
  return {}
})

/** Withdraws an undecided change that the caller requested. */
export const withdrawChange = operation(confirmationEndpoints.withdraw, async (ctx, { params }) => {
  await ctx.db.transaction(async (tx) => {
    const { found, requester } = await findWaiting(ctx, tx, params.id)
    if (requester.id !== ctx.actor.id)
      throw new ApiError('forbidden', { msg: 'Solo quien pidió el cambio lo retira' })
    await confirmationsSql.reject(tx, params.id, ctx.actor.id, null, ctx.clock.now())
    await announceDropped(ctx, tx, found)
    await auditDecision(ctx, tx, ctx.actor, 'confirmations.withdraw', { found, requester }, ctx.origin)
  })
  return {}
})
