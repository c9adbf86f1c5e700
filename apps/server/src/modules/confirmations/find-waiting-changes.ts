import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ChangedValue } from '@mi-portal/contract/confirmations'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { toAuditActor } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { findPerson, type Person } from '../people/read-people.ts'
import { describeRequester, expiredSince, toConfirmationKind } from './confirmations.rules.ts'
import type { PendingConfirmation } from './confirmations.sql.ts'
import * as confirmationsSql from './confirmations.sql.ts'

type Confirmer = Pick<Actor, 'id' | 'rol'>

export type WaitingChange = {
  readonly found: PendingConfirmation
  readonly subject: Person
  readonly requester: Person
}

/** The stored values were written by this module, so their shape is known. */
export function readChanges(stored: unknown): ChangedValue[] {
  return Array.isArray(stored) ? stored : []
}

export async function findWaiting(ctx: Context, tx: Queries, id: number): Promise<WaitingChange> {
  const found = await findRow(tx, confirmationsSql.find, { id })
  const subject = found === null ? null : await findPerson(ctx, found.subject_id)
  const requester = found === null ? null : await findPerson(ctx, found.requested_by)
  if (found === null || subject === null || requester === null) throw new ApiError('notFound')
  if (found.expired_at !== null) throw new ApiError('confirmationExpired')
  if (found.confirmed_at !== null || found.rejected_at !== null) throw new ApiError('decidedAlready')
  if (found.requested_at <= expiredSince(ctx.clock.now())) throw new ApiError('confirmationExpired')
  return { found, subject, requester }
}

export function auditDecision(
  ctx: Context,
  tx: Queries,
  actor: Confirmer | null,
  action: string,
  { found, requester }: { readonly found: PendingConfirmation; readonly requester: Person },
  origin: Origin | null,
  detail: object = {},
) {
  return ctx.auditLog.add(tx, {
    ...toAuditActor(actor, origin, 'system'),
    action,
    patientId: found.subject_id,
    object: `kind=${found.kind}`,
    detail: { ...describeRequester({ id: requester.id, name: formatFullName(requester) }), ...detail },
  })
}

export function announceDropped(
  ctx: Context,
  tx: Queries,
  { kind, subject_id, payload }: PendingConfirmation,
) {
  return ctx.events.changeDropped.announce(tx, {
    kind: toConfirmationKind(kind),
    subjectId: subject_id,
    payload,
  })
}
