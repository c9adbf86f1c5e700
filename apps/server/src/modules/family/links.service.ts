/** Ends family links, and withdraws requests that are not decided yet. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { linkEnded } from './family.mails.ts'
import { endingOf, isStaff } from './family.rules.ts'
import * as familySql from './family.sql.ts'
import { type FamilyNotifier, pairOf } from './family-notifier.service.ts'

type LinksDependencies = {
  readonly db: Database
  readonly notifier: FamilyNotifier
  readonly notifications: Pick<NotificationsService, 'markRequestDecided'>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
}

const auditActions = { removed: 'family.remove', withdrawn: 'family.withdraw', left: 'family.leave' } as const

export function createLinksService({ db, notifier, notifications, audit, mail, clock }: LinksDependencies) {
  const { mailBoth, notifyPerson } = notifier

  async function endLink(tx: Queries, actor: Actor, linkId: number, origin: Origin): Promise<void> {
    const staff = isStaff(actor)
    const link = await familySql.link(db, linkId, clock.now(), tx)
    const how = endingOf(link, staff ? (link?.leader_id ?? 0) : actor.id)
    if (link === null || how === null || link.state === 'ended') throw new ApiError('notFound')
    const pair = pairOf(link)
    if (!(await familySql.end(tx, linkId, link.state, clock.now()))) throw new ApiError('decidedAlready')
    await audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action: auditActions[how],
      patientId: link.member_id,
      object: `link=${linkId} leader=${link.leader_id}`,
      origin,
    })
    const requestId = await familySql.requestOf(tx, linkId)
    if (requestId !== null) await notifications.markRequestDecided(tx, requestId)
    if (how === 'withdrawn') return
    await mailBoth(
      tx,
      pair,
      linkEnded,
      (recipient) => ({ ...recipient, how: staff ? ('staff' as const) : how }),
      { isSecurity: staff },
    )
    await notifyPerson(
      tx,
      how === 'left' ? pair.owner : pair.member,
      how === 'left'
        ? `${pair.member.name} salió de tu grupo familiar`
        : `Ya no eres integrante del grupo familiar de ${pair.owner.name}`,
    )
    if (staff)
      await notifyPerson(tx, pair.owner, `${pair.member.name} ya no es integrante de tu grupo familiar`)
  }

  return {
    end: async (actor: Actor, linkId: number, origin: Origin): Promise<void> => {
      await db.transaction((tx) => endLink(tx, actor, linkId, origin))
      mail.trigger()
    },
    /** Removes a member from the caller's group or withdraws the request to them. Does nothing without such a link. */
    endWith: async (tx: Queries, actor: Actor, memberId: number, origin: Origin): Promise<void> => {
      const linkId = await familySql.linkBetween(tx, actor.id, memberId)
      if (linkId !== null) await endLink(tx, actor, linkId, origin)
    },
  }
}

export type LinksService = ReturnType<typeof createLinksService>
