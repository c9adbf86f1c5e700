/**
 * Announces a new guardian of a minor to the guards of the record, before it opens: the other proven guardians, and the adolescent.
 * The access begins after 72 hours, or when one of them agrees. An objection freezes it and opens a case for staff.
 */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { latestBirth, santiago, showDay, toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { addNotNotified } from '../../../platform/notified.ts'
import { mailPerson } from '../../people/mail-person.ts'
import { findPerson, isPersonAdolescent, isPersonMinor } from '../../people/read-people.ts'
import type { LinkRow } from '../family.sql.ts'
import * as familySql from '../family.sql.ts'
import { notifyFamilyMember, type Side, toPair } from '../notify-family.ts'
import { guardianAnnounced } from './guardianship.mails.ts'
import { accessBegins, objectableSince } from './guardianship.rules.ts'
import {
  agreeToGuardian,
  beginAccess,
  findAnnounced,
  freezeLink,
  listAnnounced,
  listOtherGuardians,
} from './guardianship.sql.ts'

type Watcher = Side & { readonly isMember: boolean }

function toAnnounced(ctx: Context, personId: number) {
  const now = ctx.clock.now()
  return {
    person_id: personId,
    announced_since: objectableSince(now),
    adult_birth: latestBirth(ctx.ages.adult, toDay(now)),
    reserve_birth: latestBirth(ctx.ages.reserve, toDay(now)),
    now,
  }
}

async function findAdolescent(ctx: Context, link: LinkRow, acceptedBy: number): Promise<Watcher[]> {
  const person = await findPerson(ctx, link.member_id)
  if (person === null || person.id === acceptedBy || !link.member_enabled) return []
  return isPersonAdolescent(ctx, person) ? [{ ...toPair(link).member, isMember: true }] : []
}

async function notifyOfGuardian(ctx: Context, tx: Queries, watcher: Watcher, link: LinkRow, opensAt: Date) {
  const { owner, member } = toPair(link)
  const { day, time } = santiago(opensAt)
  const whose = watcher.isMember ? 'tu historial' : `el historial de ${member.name}`
  const when = `desde el ${showDay(day)} a las ${time}`
  await notifyFamilyMember(
    ctx,
    tx,
    watcher,
    `${owner.name} podrá ver ${whose} ${when}. Si no corresponde, dilo en Mi Grupo familiar`,
  )
  if (watcher.email === null) return addNotNotified(watcher.id, 'no_address')
  await mailPerson(ctx, tx, watcher, guardianAnnounced, {
    guardian: owner.name,
    member: watcher.isMember ? null : member.name,
    opensAt,
  })
}

async function requireAnnounced(ctx: ActorContext, tx: Queries, linkId: number): Promise<LinkRow> {
  const [link] = await tx.run(findAnnounced, { id: linkId, ...toAnnounced(ctx, ctx.actor.id) })
  if (!link) throw new ApiError('notFound')
  return link
}

async function objectToGuardian(ctx: ActorContext, tx: Queries, link: LinkRow): Promise<void> {
  const { owner, member } = toPair(link)
  const whom = ctx.actor.id === member.id ? 'me represente' : `represente a ${member.name}`
  await tx.run(freezeLink, { id: link.id, now: ctx.clock.now() })
  await ctx.events.accountReported.announce(tx, {
    personId: ctx.actor.id,
    kind: 'guardian-objection',
    message: `Avisé que no corresponde que ${owner.name} ${whom}. El portal no le muestra el historial hasta que la clínica decida.`,
  })
  await notifyFamilyMember(
    ctx,
    tx,
    owner,
    `La clínica revisará si representas a ${member.name}. Hasta entonces no ves su historial`,
  )
}

/**
 * Lets the access of a proven guardian begin, after `lock`, in the transaction that accepted the link or proved the guardian. `acceptedBy` is the
 * person who did. Does nothing for any other link.
 */
export async function beginAnnouncement(ctx: Context, tx: Queries, linkId: number, acceptedBy: number) {
  const now = ctx.clock.now()
  const link = await findRow(tx, familySql.link, { id: linkId, now })
  if (link === null || link.state !== 'approved' || !link.leader_is_guardian) return
  if (link.guardian_proof === null || link.is_frozen || link.access_from !== null) return
  if (!isPersonMinor(ctx, { date_birth: link.member_birth })) return
  const guardians = await tx.run(listOtherGuardians, {
    member_id: link.member_id,
    leader_id: link.leader_id,
    adult_birth: latestBirth(ctx.ages.adult, toDay(now)),
    now,
  })
  const watchers = [
    ...guardians.map((one) => ({ ...toPair(one).owner, isMember: false })),
    ...(await findAdolescent(ctx, link, acceptedBy)),
  ]
  const opensAt = watchers.length === 0 ? now : accessBegins(now)
  const announced_at = watchers.length === 0 ? null : now
  await tx.run(beginAccess, { id: linkId, access_from: opensAt, announced_at })
  for (const watcher of watchers) await notifyOfGuardian(ctx, tx, watcher, link, opensAt)
}

async function listAnnouncements(ctx: ActorContext) {
  const now = ctx.clock.now()
  const links = await ctx.db.run(listAnnounced, toAnnounced(ctx, ctx.actor.id))
  return links.map((link) => {
    const { owner, member } = toPair(link)
    return {
      id: link.id,
      guardian_name: owner.name,
      member_name: member.id === ctx.actor.id ? null : member.name,
      opens_at: link.access_from ?? now,
      has_begun: link.is_guardian_now,
    }
  })
}

export const answerAnnouncement = operation(guardianshipEndpoints.answer, async (ctx, { params, body }) => {
  await ctx.db.transaction(async (tx) => {
    const link = await requireAnnounced(ctx, tx, params.id)
    if (body.agrees) await tx.run(agreeToGuardian, { id: params.id, now: ctx.clock.now() })
    else await objectToGuardian(ctx, tx, link)
    await ctx.auditLog.add(tx, {
      actorId: ctx.actor.id,
      actorRole: ctx.actor.id === link.member_id ? ctx.actor.rol : 'guardian',
      action: body.agrees ? 'family.agreeToGuardian' : 'family.objectToGuardian',
      patientId: link.member_id,
      object: `link=${params.id} leader=${link.leader_id}`,
      origin: ctx.origin,
    })
  })
  return {}
})

export const getAnnouncements = operation(guardianshipEndpoints.announcements, async (ctx) => ({
  announcements: await listAnnouncements(ctx),
}))
