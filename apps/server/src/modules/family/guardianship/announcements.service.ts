/**
 * Announces a new guardian of a minor to the guards of the record, before it opens: the other proven guardians, and the adolescent.
 * The access begins after 72 hours, or when one of them agrees. An objection freezes it and opens a case for staff.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { GuardianAnnouncement } from '@mi-portal/contract/family/guardianship'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth, santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import { addNotNotified } from '../../../platform/notified.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import { findPerson, isPersonAdolescent, isPersonMinor } from '../../people/people.service.ts'
import type { LinkRow } from '../family.sql.ts'
import * as familySql from '../family.sql.ts'
import { type FamilyNotifier, pairOf, type Side } from '../family-notifier.service.ts'
import { guardianAnnounced } from './guardianship.mails.ts'
import { accessBegins, objectableSince } from './guardianship.rules.ts'
import type { Births, GuardianshipStore } from './guardianship.store.ts'

/** Opens a case in the inbox of staff about an account, on behalf of its owner. */
export type OpenCase = (
  tx: Queries,
  about: { readonly personId: number; readonly kind: 'guardian-objection'; readonly message: string },
) => Promise<unknown>

type AnnouncementsDependencies = {
  readonly db: Database
  readonly store: GuardianshipStore

  readonly ctx: Context
  readonly notifier: FamilyNotifier
  readonly openCase: OpenCase
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly ages: Ages
}

/** A person to notify of a new guardian; `isMember`: the adolescent. */
type Watcher = Side & { readonly isMember: boolean }

export function createAnnouncementsService(dependencies: AnnouncementsDependencies) {
  const { db, store, ctx, notifier, audit, mail, clock, ages } = dependencies

  function births(now: Date): Births {
    const today = dayOf(now)
    return { adult: latestBirth(ages.adult, today), reserve: latestBirth(ages.reserve, today) }
  }

  /** Returns the adolescent, if they hold their own account and did not accept the guardian themself. */
  async function findAdolescent(link: LinkRow, acceptedBy: number): Promise<Watcher[]> {
    const person = await findPerson(ctx, link.member_id)
    if (person === null || person.id === acceptedBy || !link.member_enabled) return []
    return isPersonAdolescent(ctx, person) ? [{ ...pairOf(link).member, isMember: true }] : []
  }

  async function notify(tx: Queries, watcher: Watcher, link: LinkRow, opensAt: Date): Promise<void> {
    const { owner, member } = pairOf(link)
    const { day, time } = santiago(opensAt)
    const whose = watcher.isMember ? 'tu historial' : `el historial de ${member.name}`
    const when = `desde el ${showDay(day)} a las ${time}`
    await notifier.notifyPerson(
      tx,
      watcher,
      `${owner.name} podrá ver ${whose} ${when}. Si no corresponde, dilo en Mi Grupo familiar`,
    )
    if (watcher.email === null) return addNotNotified(watcher.id, 'no_address')
    await mail.queue(tx, guardianAnnounced, {
      recipient: watcher.email,
      person_id: watcher.id,
      data: {
        first_name: watcher.greeting_name,
        guardian: owner.name,
        member: watcher.isMember ? null : member.name,
        opensAt,
      },
    })
  }

  /** Returns the guardian that the caller may answer. Throws 404 if there is none, or not any more. */
  async function findAnnounced(tx: Queries, actor: Actor, linkId: number): Promise<LinkRow> {
    const now = clock.now()
    const link = await store.announcedOne(tx, linkId, actor.id, objectableSince(now), births(now), now)
    if (link === null) throw new ApiError('notFound')
    return link
  }

  async function freeze(tx: Queries, actor: Actor, link: LinkRow): Promise<void> {
    const { owner, member } = pairOf(link)
    const whom = actor.id === member.id ? 'me represente' : `represente a ${member.name}`
    await store.freeze(tx, link.id, clock.now())
    await dependencies.openCase(tx, {
      personId: actor.id,
      kind: 'guardian-objection',
      message: `Avisé que no corresponde que ${owner.name} ${whom}. El portal no le muestra el historial hasta que la clínica decida.`,
    })
    await notifier.notifyPerson(
      tx,
      owner,
      `La clínica revisará si representas a ${member.name}. Hasta entonces no ves su historial`,
    )
  }

  return {
    /** Lets simultaneous decisions about the guardians of one member wait for each other. Called before the first of their links is changed. */
    lock: store.lockLinks,

    /**
     * Lets the access of a proven guardian begin, after `lock`, in the transaction that accepted the link or proved the guardian. `acceptedBy` is the
     * person who did. Does nothing for any other link.
     */
    begin: async (tx: Queries, linkId: number, acceptedBy: number): Promise<void> => {
      const now = clock.now()
      const link = await familySql.link(db, linkId, now, tx)
      if (link === null || link.state !== 'approved' || !link.leader_is_guardian) return
      if (link.guardian_proof === null || link.is_frozen || link.access_from !== null) return
      if (!isPersonMinor(ctx, { date_birth: link.member_birth })) return
      const guardians = await store.otherGuardians(tx, link, births(now), now)
      const watchers = [
        ...guardians.map((one) => ({ ...pairOf(one).owner, isMember: false })),
        ...(await findAdolescent(link, acceptedBy)),
      ]
      if (watchers.length === 0) return store.beginAccess(tx, linkId, now, null)
      const opensAt = accessBegins(now)
      await store.beginAccess(tx, linkId, opensAt, now)
      for (const watcher of watchers) await notify(tx, watcher, link, opensAt)
    },

    /** Returns the new guardians to whom the caller may agree or object, the latest first. */
    list: async (actor: Actor): Promise<GuardianAnnouncement[]> => {
      const now = clock.now()
      const links = await store.announced(actor.id, objectableSince(now), births(now), now)
      return links.map((link) => {
        const { owner, member } = pairOf(link)
        return {
          id: link.id,
          guardian_name: owner.name,
          member_name: member.id === actor.id ? null : member.name,
          opens_at: (link.access_from ?? now).toISOString(),
          has_begun: link.is_guardian_now,
        }
      })
    },

    /** Stores the answer of a person who guards the record: the access begins now, or stops until staff decide. */
    answer: async (actor: Actor, linkId: number, agrees: boolean, origin: Origin): Promise<void> => {
      await db.transaction(async (tx) => {
        const link = await findAnnounced(tx, actor, linkId)
        if (agrees) await store.agree(tx, linkId, clock.now())
        else await freeze(tx, actor, link)
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.id === link.member_id ? actor.rol : 'guardian',
          action: agrees ? 'family.agreeToGuardian' : 'family.objectToGuardian',
          patientId: link.member_id,
          object: `link=${linkId} leader=${link.leader_id}`,
          origin,
        })
      })
      mail.trigger()
    },
  }
}

export type AnnouncementsService = ReturnType<typeof createAnnouncementsService>
