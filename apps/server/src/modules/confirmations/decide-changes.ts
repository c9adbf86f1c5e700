/** Changes that one member of staff requests and another confirms. The domain of a change makes it once it is confirmed. */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { Context } from '../../platform/context/context.ts'
import type { ConfirmedChange } from '../../platform/context/events.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import { mailPerson } from '../people/mail-person.ts'
import { createTemporaryKey } from '../session/use-sessions.ts'
import { requestRejected } from './confirmations.mails.ts'
import {
  changedSinceRequest,
  findDecisionError,
  requesterLostPermission,
  toConfirmationKind,
} from './confirmations.rules.ts'
import * as confirmationsSql from './confirmations.sql.ts'
import {
  announceDropped,
  auditDecision,
  findWaiting,
  readChanges,
  type WaitingChange,
} from './find-waiting-changes.ts'
import {
  independenceError,
  isAlone,
  mayStillRequest,
  permissionFor,
} from './independence/independence.rules.ts'
import { readStaff } from './independence/read-staff.ts'
import { notifyChangeMade, notifyChangeRejected } from './notify-owner.ts'

type TemporaryKey = Awaited<ReturnType<typeof createTemporaryKey>>

const toRequested = ({ found, subject, requester }: WaitingChange) => ({
  requesterId: requester.id,
  subject,
  permission: permissionFor(toConfirmationKind(found.kind)),
})

async function createKeyFor(ctx: Context, id: number): Promise<TemporaryKey | null> {
  const kind = await confirmationsSql.findKind(ctx.db, id)
  return kind === 'account-opening' || kind === 'staff-access' ? createTemporaryKey(ctx) : null
}

async function makeChange(
  ctx: Context,
  tx: Queries,
  change: WaitingChange,
  decision: Pick<ConfirmedChange, 'actor' | 'isAlone' | 'temporaryKey' | 'origin'>,
): Promise<void> {
  const { found, subject, requester } = change
  const { actor, isAlone, origin } = decision
  await tx.run(confirmationsSql.confirm, {
    id: found.id,
    by: isAlone ? null : actor.id,
    now: ctx.clock.now(),
  })
  const kind = toConfirmationKind(found.kind)
  await ctx.events.changeConfirmed.announce(tx, {
    kind,
    subjectId: subject.id,
    payload: found.payload,
    requester: { id: requester.id, name: formatFullName(requester) },
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

async function makeChangeAlone(ctx: Context, id: number): Promise<boolean> {
  const temporaryKey = await createKeyFor(ctx, id)
  return ctx.db.transaction(async (tx) => {
    if ((await tx.run(confirmationsSql.isDue, { id, now: ctx.clock.now() })).length === 0) return false
    const change = await findWaiting(ctx, tx, id)
    const { requester, subject } = change
    const { permission } = toRequested(change)
    if (!isAlone(await readStaff(ctx, tx), requester.id, permission)) {
      await tx.run(confirmationsSql.requireSecond, { id })
      return false
    }
    if (!mayStillRequest(requester, subject.rol, permission)) return false
    await makeChange(ctx, tx, change, { actor: requester, isAlone: true, temporaryKey, origin: null })
    return true
  })
}

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
  return made
}

export const confirmChange = operation(confirmationEndpoints.confirm, async (ctx, { params }) => {
  const temporaryKey = await createKeyFor(ctx, params.id)
  await ctx.db.transaction(async (tx) => {
    const change = await findWaiting(ctx, tx, params.id)
    const { subject, requester } = change
    const requested = toRequested(change)
    const rejection =
      findDecisionError({ actor: ctx.actor, requestedBy: requester.id, subject }) ??
      independenceError(await readStaff(ctx, tx), ctx.actor.id, requested)
    if (rejection !== null) throw rejection
    if (!mayStillRequest(requester, subject.rol, requested.permission))
      throw changedSinceRequest(requesterLostPermission)
    await makeChange(ctx, tx, change, { actor: ctx.actor, isAlone: false, temporaryKey, origin: ctx.origin })
  })
  return {}
})

export const rejectChange = operation(confirmationEndpoints.reject, async (ctx, { params, body }) => {
  await ctx.db.transaction(async (tx) => {
    const { found, subject, requester } = await findWaiting(ctx, tx, params.id)
    const rejection = findDecisionError({ actor: ctx.actor, requestedBy: requester.id, subject })
    if (rejection !== null) throw rejection
    await tx.run(confirmationsSql.reject, {
      id: params.id,
      by: ctx.actor.id,
      reason: body.reason,
      now: ctx.clock.now(),
    })
    await announceDropped(ctx, tx, found)
    await auditDecision(ctx, tx, ctx.actor, 'confirmations.reject', { found, requester }, ctx.origin, {
      reason: body.reason,
    })
    const kind = toConfirmationKind(found.kind)
    await mailPerson(ctx, tx, requester, requestRejected, { kind, reason: body.reason })
    await notifyChangeRejected(ctx, tx, kind, subject, found.emails)
  })
  return {}
})

export const withdrawChange = operation(confirmationEndpoints.withdraw, async (ctx, { params }) => {
  await ctx.db.transaction(async (tx) => {
    const { found, requester } = await findWaiting(ctx, tx, params.id)
    if (requester.id !== ctx.actor.id)
      throw new ApiError('forbidden', { msg: 'Solo quien pidió el cambio lo retira' })
    await tx.run(confirmationsSql.reject, {
      id: params.id,
      by: ctx.actor.id,
      reason: null,
      now: ctx.clock.now(),
    })
    await announceDropped(ctx, tx, found)
    await auditDecision(ctx, tx, ctx.actor, 'confirmations.withdraw', { found, requester }, ctx.origin)
  })
  return {}
})
