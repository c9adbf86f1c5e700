/**
 * Confirms and denies that a group owner is the guardian of a member. One member of staff requests the confirmation and another
 * confirms it, because it gives access to a record. A denial takes access away, so one member of staff is enough.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { FamilyMember } from '@mi-portal/contract/family/members'
import * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Context } from '../../platform/context/context.ts'
import type { ConfirmedChange } from '../../platform/context/events.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { changedSinceRequest } from '../confirmations/confirmations.rules.ts'
import { requestChange } from '../confirmations/decide-changes.ts'
import { createReportLink } from '../session/account-links/create-account-links.ts'
import { guardianJudged } from './family.mails.ts'
import type { FamilyService } from './family.service.ts'
import type { LinkRow } from './family.sql.ts'
import * as familySql from './family.sql.ts'
import { type FamilyNotifier, pairOf } from './family-notifier.service.ts'
import type { AnnouncementsService } from './guardianship/announcements.service.ts'
import type { GuardianshipStore } from './guardianship/guardianship.store.ts'

type GuardiansDependencies = {
  readonly db: Database
  readonly guardianship: Pick<GuardianshipStore, 'protection' | 'beginAccess'>
  readonly announcements: Pick<AnnouncementsService, 'lock' | 'begin'>
  readonly family: Pick<FamilyService, 'presentMember'>
  readonly notifier: FamilyNotifier

  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly ctx: Context
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly branding: { readonly brand: string }
}

const requestedGuardian = z.object({
  link_id: z.int(),
  proof: z.nullable(z.enum(['registry', 'staff'])),
  denied: z.boolean(),
})

export function createGuardiansService(dependencies: GuardiansDependencies) {
  const { db, guardianship, changeConfirmed, ctx, audit, mail, clock, branding } = dependencies
  const { mailBoth, notifyPerson } = dependencies.notifier

  /** Returns the link that staff judge. Throws 404 if it has ended, and 400 if its relationship makes no guardian. */
  async function findLink(linkId: number, queries?: Queries): Promise<LinkRow> {
    const link = await familySql.link(db, linkId, clock.now(), queries)
    if (link === null || link.state === 'ended') throw new ApiError('notFound')
    if (!link.leader_is_guardian) throw new ApiError('relationshipNotGuardian')
    return link
  }

  async function rejectProtected(tx: Queries, { member_id }: LinkRow): Promise<void> {
    if ((await guardianship.protection(member_id, tx)) !== null)
      throw new ApiError('notPossible', {
        msg: 'Hay una medida de protección para esta persona. Mientras dure, nadie más puede representarla en el portal',
      })
  }

  /** Writes the audit entry of a decision and notifies both people. Only the member can report that it was not their wish. */
  async function reportDecision(
    tx: Queries,
    link: LinkRow,
    isConfirmed: boolean,
    { actor, requester, origin }: Pick<ConfirmedChange, 'actor' | 'origin'> & Partial<ConfirmedChange>,
  ): Promise<void> {
    const pair = pairOf(link)
    await audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action: isConfirmed ? 'family.confirmGuardian' : 'family.denyGuardian',
      patientId: link.member_id,
      object: `link=${link.id} leader=${link.leader_id}`,
      origin,
      detail: {
        before: { proof: link.guardian_proof, denied: link.guardian_denied },
        ...(requester ? { requested_by: requester.id, requested_by_name: requester.name } : {}),
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
    await notifyPerson(tx, owner, `El equipo de ${branding.brand} ${verb} que representas a ${member.name}`)
    await notifyPerson(tx, member, `El equipo de ${branding.brand} ${verb} que ${owner.name} te representa`)
  }

  changeConfirmed.on(async (tx, { kind, payload, ...change }) => {
    if (kind !== 'guardian') return
    const { link_id, proof, denied } = requestedGuardian.parse(payload)
    if (await familySql.isAcceptedBy(tx, link_id, change.actor.id)) throw new ApiError('guardianByAnother')
    const link = await familySql.link(db, link_id, clock.now(), tx)
    if (link !== null) {
      await rejectProtected(tx, link)
      await dependencies.announcements.lock(tx, link.member_id)
    }
    const isPossible = link?.leader_is_guardian === true
    if (!isPossible || !(await familySql.confirmGuardian(tx, link_id, { proof, denied }, change.actor.id)))
      throw changedSinceRequest('El vínculo de estas personas cambió desde que se pidió')
    // Two members of staff have examined what the others objected to.
    if (link.is_frozen) await guardianship.beginAccess(tx, link_id, clock.now(), null)
    else await dependencies.announcements.begin(tx, link_id, change.actor.id)
    await reportDecision(tx, link, true, { ...change, kind, payload })
  })

  async function requestConfirmation(actor: Actor, linkId: number, origin: Origin): Promise<void> {
    await db.transaction(async (tx) => {
      const link = await findLink(linkId, tx)
      if (link.state !== 'approved') throw new ApiError('guardianBeforeAnswer')
      await rejectProtected(tx, link)
      const payload: z.output<typeof requestedGuardian> = {
        link_id: linkId,
        proof: link.guardian_proof,
        denied: link.guardian_denied,
      }
      const before = link.guardian_denied ? 'Denegada por la clínica' : 'Sin comprobar'
      const { owner } = pairOf(link)
      const after = `${owner.name} (para esta persona: ${link.relationship})`
      await requestChange(ctx, tx, {
        kind: 'guardian',
        subjectId: link.member_id,
        target: linkId,
        payload,
        changes: [{ field: 'guardian', before, after }],
        actor,
        origin,
      })
    })
  }

  async function deny(actor: Actor, linkId: number, origin: Origin): Promise<void> {
    const link = await findLink(linkId)
    await db.transaction(async (tx) => {
      if (!(await familySql.denyGuardian(tx, linkId, actor.id))) throw new ApiError('decidedAlready')
      await reportDecision(tx, link, false, { actor, origin })
    })
    mail.trigger()
  }

  return {
    /**
     * Denies at once that a group owner is the member's guardian, or requests that another member of staff confirms it. Returns the
     * member's card. Throws 409 for a confirmation while the request to join the family group waits for its answer.
     */
    judgeGuardian: async (
      actor: Actor,
      linkId: number,
      isConfirmed: boolean,
      origin: Origin,
    ): Promise<FamilyMember> => {
      if (isConfirmed) await requestConfirmation(actor, linkId, origin)
      else await deny(actor, linkId, origin)
      return dependencies.family.presentMember(await findLink(linkId), 'staff')
    },
  }
}

export type GuardiansService = ReturnType<typeof createGuardiansService>
