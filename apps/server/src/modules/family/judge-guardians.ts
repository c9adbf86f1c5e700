/**
 * Confirms and denies that a group owner is the guardian of a member. One member of staff requests the confirmation and another
 * confirms it, because it gives access to a record. A denial takes access away, so one member of staff is enough.
 */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import * as z from 'zod/mini'
import { toAuditActor } from '../../platform/audit.ts'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import type { ConfirmedChange } from '../../platform/context/events.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { changedSinceRequest, describeRequester } from '../confirmations/confirmations.rules.ts'
import { requestChange } from '../confirmations/request-changes.ts'
import { createReportLink } from '../session/account-links/create-account-links.ts'
import { guardianJudged } from './family.mails.ts'
import type { LinkRow } from './family.sql.ts'
import * as familySql from './family.sql.ts'
import { beginAnnouncement } from './guardianship/announce-guardians.ts'
import { beginAccess, findProtection, lockLinks } from './guardianship/guardianship.sql.ts'
import { mailBoth, notifyFamilyMember, toPair } from './notify-family.ts'
import { toMember } from './read-groups.ts'

const requestedGuardian = z.object({
  link_id: z.int(),
  proof: z.nullable(z.enum(['registry', 'staff'])),
  denied: z.boolean(),
})

async function findGuardianLink(ctx: Context, linkId: number, queries: Queries = ctx.db) {
  const link = await findRow(queries, familySql.link, { id: linkId, now: ctx.clock.now() })
  if (link === null || link.state === 'ended') throw new ApiError('notFound')
  if (!link.leader_is_guardian) throw new ApiError('relationshipNotGuardian')
  return link
}

async function rejectProtectedMinor(tx: Queries, { member_id }: LinkRow): Promise<void> {
  if ((await tx.run(findProtection, { member_id })).length > 0)
    throw new ApiError('notPossible', {
      msg: 'Hay una medida de protección para esta persona. Mientras dure, nadie más puede representarla en el portal',
    })
}

/** Writes the audit entry of a decision and notifies both people. Only the member can report that it was not their wish. */
async function reportDecision(
  ctx: Context,
  tx: Queries,
  link: LinkRow,
  isConfirmed: boolean,
  { actor, requester, origin }: Pick<ConfirmedChange, 'actor' | 'origin'> & Partial<ConfirmedChange>,
): Promise<void> {
  const pair = toPair(link)
  await ctx.auditLog.add(tx, {
    ...toAuditActor(actor, origin),
    action: isConfirmed ? 'family.confirmGuardian' : 'family.denyGuardian',
    patientId: link.member_id,
    object: `link=${link.id} leader=${link.leader_id}`,
    detail: {
      before: { proof: link.guardian_proof, denied: link.guardian_denied },
      ...describeRequester(requester),
    },
  })
  const reportPath = isConfirmed
    ? await createReportLink(
        ctx,
        tx,
        link.member_id,
        'un cambio de la clínica en quién representa a la persona',
      )
    : null
  await mailBoth(
    ctx,
    tx,
    pair,
    guardianJudged,
    (recipient) => ({
      ...recipient,
      confirmed: isConfirmed,
      reportPath: recipient.isOwner ? null : reportPath,
    }),
    { isSecurity: true },
  )
  const verb = isConfirmed ? 'confirmó' : 'negó'
  const { owner, member } = pair
  await notifyFamilyMember(
    ctx,
    tx,
    owner,
    `El equipo de ${ctx.branding.brand} ${verb} que representas a ${member.name}`,
  )
  await notifyFamilyMember(
    ctx,
    tx,
    member,
    `El equipo de ${ctx.branding.brand} ${verb} que ${owner.name} te representa`,
  )
}

async function requestConfirmation(ctx: ActorContext, linkId: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const link = await findGuardianLink(ctx, linkId, tx)
    if (link.state !== 'approved') throw new ApiError('guardianBeforeAnswer')
    await rejectProtectedMinor(tx, link)
    const payload: z.output<typeof requestedGuardian> = {
      link_id: linkId,
      proof: link.guardian_proof,
      denied: link.guardian_denied,
    }
    const before = link.guardian_denied ? 'Denegada por la clínica' : 'Sin comprobar'
    const { owner } = toPair(link)
    const after = `${owner.name} (para esta persona: ${link.relationship})`
    await requestChange(ctx, tx, {
      kind: 'guardian',
      subjectId: link.member_id,
      target: linkId,
      payload,
      changes: [{ field: 'guardian', before, after }],
      actor: ctx.actor,
      origin: ctx.origin,
    })
  })
}

async function denyGuardian(ctx: ActorContext, linkId: number): Promise<void> {
  const link = await findGuardianLink(ctx, linkId)
  await ctx.db.transaction(async (tx) => {
    if ((await tx.run(familySql.denyGuardian, { id: linkId, denied_by: ctx.actor.id })).length === 0)
      throw new ApiError('decidedAlready')
    await reportDecision(ctx, tx, link, false, { actor: ctx.actor, origin: ctx.origin })
  })
}

async function judgeGuardian(ctx: ActorContext, linkId: number, isConfirmed: boolean) {
  if (isConfirmed) await requestConfirmation(ctx, linkId)
  else await denyGuardian(ctx, linkId)
  return toMember(ctx, await findGuardianLink(ctx, linkId), 'staff')
}

export const judgeGuardianOfLink = operation(
  familyMemberEndpoints.staffGuardian,
  async (ctx, { params, body }) => ({
    data: await judgeGuardian(ctx, params.link_id, body.confirmed),
  }),
)

export function proveConfirmedGuardians(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, { kind, payload, ...change }) => {
    if (kind !== 'guardian') return
    const { link_id, proof, denied } = requestedGuardian.parse(payload)
    if ((await tx.run(familySql.isAcceptedBy, { id: link_id, staff_id: change.actor.id })).length > 0)
      throw new ApiError('guardianByAnother')
    const link = await findRow(tx, familySql.link, { id: link_id, now: ctx.clock.now() })
    if (link !== null) {
      await rejectProtectedMinor(tx, link)
      await tx.run(lockLinks, { member_id: link.member_id })
    }
    const isPossible = link?.leader_is_guardian === true
    if (
      !isPossible ||
      (await tx.run(familySql.confirmGuardian, { proof, denied, id: link_id, confirmed_by: change.actor.id }))
        .length === 0
    )
      throw changedSinceRequest('El vínculo de estas personas cambió desde que se pidió')
    // Two members of staff have examined what the others objected to.
    if (link.is_frozen)
      await tx.run(beginAccess, { id: link_id, access_from: ctx.clock.now(), announced_at: null })
    else await beginAnnouncement(ctx, tx, link_id, change.actor.id)
    await reportDecision(ctx, tx, link, true, { ...change, kind, payload })
  })
}
