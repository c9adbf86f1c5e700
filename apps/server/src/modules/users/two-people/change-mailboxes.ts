/**
 * Replaces the mailbox of an account. A reader of the mailbox can recover the account, so one member of staff requests another mailbox
 * and a second one confirms it.
 */

import * as z from 'zod/mini'
import { toAuditActor } from '../../../platform/audit.ts'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import type { ConfirmedChange } from '../../../platform/context/events.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { changedSinceRequest, describeRequester } from '../../confirmations/confirmations.rules.ts'
import { replaceEmail } from '../../people/accounts/change-personal-data.ts'
import { recoveryHeldUntil } from '../../people/email.rules.ts'
import { findPerson, isGuardianMailbox, type Person } from '../../people/read-people.ts'
import { type AccessProof, bindAccess, hasRecord } from '../../record-access/bind-access.ts'
import { lockSessions, voidTemporaryKeys } from '../../session/use-sessions.ts'
import { notifyChanges } from '../notify-changes.ts'
import { isGuardianEmail, isOtherMailbox, traceChanges } from '../users.rules.ts'

const emailChange = z.object({ before: z.nullable(z.string()), after: z.string() })

type Act = Pick<ConfirmedChange, 'actor' | 'origin'> & {
  readonly requester: ConfirmedChange['requester'] | null
}

async function writeMailbox(
  ctx: Context,
  tx: Queries,
  person: Person,
  email: string,
  { actor, requester, origin }: Act,
): Promise<void> {
  const now = ctx.clock.now()
  const after = { email, recovery_held_until: recoveryHeldUntil(now) }
  if (!(await replaceEmail(tx, person.id, person.email, after, now)))
    throw changedSinceRequest('El e-mail de esta persona cambió desde que se pidió')
  await voidTemporaryKeys(tx, person.id)
  const { changed, ...sides } = traceChanges(person, { ...person, email })
  await ctx.auditLog.add(tx, {
    ...toAuditActor(actor, origin),
    action: 'users.edit',
    patientId: person.id,
    detail: { changed, ...sides, ...describeRequester(requester) },
  })
  await notifyChanges(ctx, tx, person, { ...person, email }, { password: false, pictures: [] })
}

/**
 * Returns what proves another mailbox that an edit enters: the own session, or the judgement of one member of staff. Null if the
 * mailbox stays, or if there is no account: the address of a record recovers nothing.
 */
export async function proveMailbox(
  ctx: ActorContext,
  person: Person,
  email: string,
): Promise<AccessProof | null> {
  if (person.without_account || !isOtherMailbox(person.email, email)) return null
  if (ctx.actor.id === person.id) return { kind: 'own-session' }
  const request = {
    kind: 'email-change',
    subjectId: person.id,
    payload: { before: person.email, after: email } satisfies z.output<typeof emailChange>,
    changes: [{ field: 'email', before: person.email, after: email }],
    actor: ctx.actor,
    origin: ctx.origin,
  } as const
  return { kind: 'staff', hasRecord: await hasRecord(ctx, person), request }
}

export async function replaceMailbox(
  ctx: ActorContext,
  tx: Queries,
  proof: AccessProof | null,
  person: Person,
  email: string,
): Promise<'email-change'[]> {
  if (proof === null) return []
  const write = () =>
    writeMailbox(ctx, tx, person, email, { actor: ctx.actor, requester: null, origin: ctx.origin })
  return (await bindAccess(ctx, tx, proof, write)) ? [] : ['email-change']
}

export function replaceConfirmedMailboxes(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, { kind, subjectId, payload, ...act }) => {
    if (kind !== 'email-change') return
    const { before, after } = emailChange.parse(payload)
    await lockSessions(tx, subjectId)
    const person = await findPerson(ctx, subjectId)
    if (person === null || person.email !== before)
      throw changedSinceRequest('El e-mail de esta persona cambió desde que se pidió')
    if (await isGuardianMailbox(ctx, subjectId, after)) throw changedSinceRequest(isGuardianEmail)
    await writeMailbox(ctx, tx, person, after, act)
  })
}
