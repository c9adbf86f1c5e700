import { ApiError } from '@mi-portal/contract/calls/api-error'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { toAuditActor } from '../../platform/audit.ts'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { markRequestDecided } from '../notifications/notify-person.ts'
import { linkEnded } from './family.mails.ts'
import { findEnding } from './family.rules.ts'
import * as familySql from './family.sql.ts'
import { mailBoth, notifyFamilyMember, toPair } from './notify-family.ts'

const auditActions = { removed: 'family.remove', withdrawn: 'family.withdraw', left: 'family.leave' } as const

async function endLink(ctx: Context, tx: Queries, actor: Actor, linkId: number, origin: Origin) {
  const staff = isStaff(actor)
  const link = await findRow(tx, familySql.link, { id: linkId, now: ctx.clock.now() })
  const how = findEnding(link, staff ? (link?.leader_id ?? 0) : actor.id)
  if (link === null || how === null || link.state === 'ended') throw new ApiError('notFound')
  const pair = toPair(link)
  if ((await tx.run(familySql.end, { id: linkId, state: link.state, now: ctx.clock.now() })).length === 0)
    throw new ApiError('decidedAlready')
  await ctx.auditLog.add(tx, {
    ...toAuditActor(actor, origin),
    action: auditActions[how],
    patientId: link.member_id,
    object: `link=${linkId} leader=${link.leader_id}`,
  })
  const request = await findRow(tx, familySql.findLinkRequest, { family_id: linkId })
  if (request !== null) await markRequestDecided(ctx, tx, request.id)
  if (how === 'withdrawn') return
  await mailBoth(
    ctx,
    tx,
    pair,
    linkEnded,
    (recipient) => ({ ...recipient, how: staff ? ('staff' as const) : how }),
    { isSecurity: staff },
  )
  await notifyFamilyMember(
    ctx,
    tx,
    how === 'left' ? pair.owner : pair.member,
    how === 'left'
      ? `${pair.member.name} salió de tu grupo familiar`
      : `Ya no eres integrante del grupo familiar de ${pair.owner.name}`,
  )
  if (staff)
    await notifyFamilyMember(
      ctx,
      tx,
      pair.owner,
      `${pair.member.name} ya no es integrante de tu grupo familiar`,
    )
}

async function endLinkOfCaller(ctx: ActorContext, linkId: number): Promise<void> {
  await ctx.db.transaction((tx) => endLink(ctx, tx, ctx.actor, linkId, ctx.origin))
}

export async function endLinkWith(ctx: Context, tx: Queries, actor: Actor, memberId: number, origin: Origin) {
  const link = await findRow(tx, familySql.linkBetween, { leader_id: actor.id, member_id: memberId })
  if (link !== null) await endLink(ctx, tx, actor, link.id, origin)
}

export const removeMember = operation(familyMemberEndpoints.remove, async (ctx, { params }) => {
  await endLinkOfCaller(ctx, params.id)
  return {}
})

export const removeMemberAsStaff = operation(familyMemberEndpoints.staffRemove, async (ctx, { query }) => {
  await endLinkOfCaller(ctx, query.id)
  return {}
})
