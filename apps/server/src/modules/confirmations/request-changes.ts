import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ChangedValue, ConfirmationKind } from '@mi-portal/contract/confirmations'
import { toAuditActor } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { findPerson, listSuperAdmins } from '../people/read-people.ts'
import { waitsAlone } from './confirmations.mails.ts'
import { decidedByAnother, effectiveFrom, isSecretFromOwner } from './confirmations.rules.ts'
import * as confirmationsSql from './confirmations.sql.ts'
import { dropEach } from './drop-changes.ts'
import { isAlone, permissionFor } from './independence/independence.rules.ts'
import { readStaff } from './independence/read-staff.ts'
import { notifyChangeWaits } from './notify-owner.ts'

type RequestedChange = {
  readonly kind: ConfirmationKind
  readonly subjectId: number
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

async function notifyWait(ctx: Context, tx: Queries, request: RequestedChange, effectiveAt: Date) {
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
  for (const { id, email, greeting_name } of await listSuperAdmins(tx))
    await ctx.mail.queue(tx, waitsAlone, {
      recipient: email,
      person_id: id,
      data: { first_name: greeting_name, kind, effectiveAt },
    })
}

/**
 * Requests a change in the caller's transaction. The caller decides whether the member of staff may request it. Throws 409 if
 * the same change of this person waits already, and 403 for one's own account.
 */
export async function requestChange(ctx: Context, tx: Queries, change: RequestedChange): Promise<void> {
  const { kind, subjectId, target, payload = {}, changes = [], formerEmail, actor, origin } = change
  if (subjectId === actor.id) throw decidedByAnother()
  await dropEach(ctx, tx, await tx.run(confirmationsSql.listEnded, { subject_id: subjectId }))
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
    ...toAuditActor(actor, origin),
    action: 'confirmations.request',
    patientId: subjectId,
    object: `kind=${kind}`,
  })
  if (effectiveAt !== null) await notifyWait(ctx, tx, change, effectiveAt)
}
