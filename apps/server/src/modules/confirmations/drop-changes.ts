/** Drops changes that wait: because their requester or their object has ended, or because nobody decided in time. */

import type { Context } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { mailPerson } from '../people/mail-person.ts'
import { findPerson } from '../people/read-people.ts'
import { requestExpired } from './confirmations.mails.ts'
import { expiredSince, getConfirmationState, toConfirmationKind } from './confirmations.rules.ts'
import * as confirmationsSql from './confirmations.sql.ts'
import { announceDropped, auditDecision } from './find-waiting-changes.ts'

export async function dropEach(ctx: Context, tx: Queries, waiting: readonly { readonly id: number }[]) {
  for (const { id } of waiting) {
    const found = await findRow(tx, confirmationsSql.find, { id })
    const requester = found === null ? null : await findPerson(ctx, found.requested_by)
    if (found === null || requester === null || getConfirmationState(found) !== 'pendiente') continue
    await tx.run(confirmationsSql.reject, { id, by: requester.id, reason: null, now: ctx.clock.now() })
    await announceDropped(ctx, tx, found)
    await auditDecision(ctx, tx, null, 'confirmations.withdraw', { found, requester }, null)
  }
}

export const dropChangesRequestedBy = async (ctx: Context, tx: Queries, personId: number) =>
  dropEach(ctx, tx, await tx.run(confirmationsSql.listWaitingForPerson, { by: personId, about: null }))

export async function dropEnded(ctx: Context): Promise<void> {
  if ((await ctx.db.run(confirmationsSql.listEnded, { subject_id: null })).length === 0) return
  await ctx.db.transaction(async (tx) =>
    dropEach(ctx, tx, await tx.run(confirmationsSql.listEnded, { subject_id: null })),
  )
}

async function expireChange(ctx: Context, id: number): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const found = await findRow(tx, confirmationsSql.find, { id })
    if (found === null || getConfirmationState(found) !== 'pendiente') return false
    const requester = await findPerson(ctx, found.requested_by)
    if (requester === null) return false
    await tx.run(confirmationsSql.expire, { id, now: ctx.clock.now() })
    await announceDropped(ctx, tx, found)
    await auditDecision(ctx, tx, null, 'confirmations.expire', { found, requester }, null)
    await mailPerson(ctx, tx, requester, requestExpired, { kind: toConfirmationKind(found.kind) })
    return true
  })
}

export async function expireOverdueChanges(ctx: Context): Promise<number> {
  await dropEnded(ctx)
  let expired = 0
  for (const id of await confirmationsSql.listWaitingSince(ctx.db, expiredSince(ctx.clock.now())))
    if (await expireChange(ctx, id)) expired += 1
  return expired
}

export const dropChangesAbout = async (ctx: Context, tx: Queries, personId: number) =>
  dropEach(ctx, tx, await tx.run(confirmationsSql.listWaitingForPerson, { by: null, about: personId }))
