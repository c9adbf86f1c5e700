/** Decides requests to join a family group, each once. Staff accept one in place of the invited person only with a second member of staff. */

import { ApiError } from '@mi-portal/contract/api-error'
import {
  acceptanceReasons,
  decisionReasons,
  requestStatus,
  type StaffDecision,
  seenDocuments,
  seenEvidence,
} from '@mi-portal/contract/family/requests'
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
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { findPerson, isPersonMinor } from '../people/people.service.ts'
import { requestDecided } from './family.mails.ts'
import { decisionOf, isStaff, type RequestIds } from './family.rules.ts'
import type { RequestRow } from './family.sql.ts'
import * as familySql from './family.sql.ts'
import { type FamilyNotifier, pairOf } from './family-notifier.service.ts'
import type { AnnouncementsService } from './guardianship/announcements.service.ts'
import type { GuardianshipStore } from './guardianship/guardianship.store.ts'
import type { LandingsService } from './landings.service.ts'

type DecisionsDependencies = {
  readonly db: Database
  readonly ctx: Context
  readonly guardianship: Pick<GuardianshipStore, 'protection'>
  readonly announcements: Pick<AnnouncementsService, 'lock' | 'begin'>

  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly landings: LandingsService
  readonly notifier: FamilyNotifier
  readonly notifications: Pick<NotificationsService, 'markRequestDecided'>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly branding: { readonly brand: string }
}

/** What is stored of a request that staff accept until another member of staff confirms it. Earlier ones have no reason. */
const acceptedRequest = z.object({
  request_id: z.int(),
  reason: z.optional(z.enum(Object.keys(acceptanceReasons) as [keyof typeof acceptanceReasons])),
  evidence: z.optional(z.enum(Object.keys(seenDocuments) as [keyof typeof seenDocuments])),
})

/** Who decides a request: the invited person or a member of staff. */
type Decider = Pick<ConfirmedChange, 'actor' | 'origin'> &
  Partial<Pick<ConfirmedChange, 'requester'>> & { readonly decision: StaffDecision | null }

export function createDecisionsService(dependencies: DecisionsDependencies) {
  const { db, notifications, changeConfirmed, audit, mail, clock, branding } = dependencies
  const { mailBoth, notifyPerson } = dependencies.notifier

  /** Returns the landing page of a decision: under the invited person's document, with the group owner's name. */
  function landingOf(request: RequestRow, approves: boolean): string {
    const { owner } = pairOf(request)
    const address = {
      decision: approves ? ('accepted' as const) : ('rejected' as const),
      document_type: String(request.member_document_type),
      document_number: request.member_document,
      name: owner.name.slice(0, 60).trim(),
    }
    const path = [address.decision, address.document_type, address.document_number, address.name]
    const s = dependencies.landings.signLanding(address)
    return `/${path.map(encodeURIComponent).join('/')}?s=${encodeURIComponent(s)}`
  }

  async function notifyDecision(tx: Queries, request: RequestRow, approves: boolean, byStaff: boolean) {
    const { owner, member } = pairOf(request)
    await mailBoth(
      tx,
      { owner, member },
      requestDecided,
      (recipient) => ({ ...recipient, approved: approves, byStaff }),
      { isSecurity: byStaff },
    )
    const verb = approves ? 'aceptó' : 'rechazó'
    const team = `El equipo de ${branding.brand}`
    await notifyPerson(
      tx,
      owner,
      byStaff
        ? `${team} ${verb} tu solicitud para agregar a ${member.name} a tu grupo familiar`
        : `${member.name} ${verb} tu solicitud para integrar tu grupo familiar`,
      request.id,
    )
    // Members who decided themselves read the outcome where they decided, and in the mail.
    if (!byStaff) return
    await notifyPerson(
      tx,
      member,
      `${team} ${verb} la solicitud de ${owner.name} para agregarte a su grupo familiar`,
      request.id,
    )
  }

  /** Throws if a protection measure stops new links of the invited minor. Nothing says so to the person who asked. */
  async function rejectProtected(tx: Queries, { member_id }: RequestRow): Promise<void> {
    if ((await dependencies.guardianship.protection(member_id, tx)) === null) return
    const member = await findPerson(dependencies.ctx, member_id)
    if (member !== null && isPersonMinor(dependencies.ctx, member)) throw new ApiError('additionNotPossible')
  }

  async function requestAcceptance(
    tx: Queries,
    actor: Actor,
    request: RequestRow,
    { reason, evidence }: StaffDecision,
    origin: Origin,
  ) {
    const { owner } = pairOf(request)
    const payload = { request_id: request.id, reason, evidence }
    const after = `Grupo de ${owner.name} (esta persona es: ${request.relationship}). ${decisionReasons[reason]}. Documento visto: ${seenEvidence[evidence]}`
    await requestChange(dependencies.ctx, tx, {
      kind: 'family-acceptance',
      subjectId: request.member_id,
      target: request.id,
      payload,
      changes: [{ field: 'family', before: null, after }],
      actor,
      origin,
    })
  }

  async function apply(
    tx: Queries,
    request: RequestRow,
    approves: boolean,
    { actor, requester, origin, decision }: Decider,
  ): Promise<void> {
    await dependencies.announcements.lock(tx, request.member_id)
    if (!(await familySql.decide(tx, request.family_id, approves, actor.id, clock.now(), decision)))
      throw new ApiError('decidedAlready')
    await audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action: approves ? 'family.accept' : 'family.reject',
      patientId: request.member_id,
      object: `request=${request.id} leader=${request.leader_id}`,
      origin,
      ...(requester || decision
        ? {
            detail: {
              ...(requester ? { requested_by: requester.id, requested_by_name: requester.name } : {}),
              ...decision,
            },
          }
        : {}),
    })
    await notifications.markRequestDecided(tx, request.id)
    await notifyDecision(tx, request, approves, isStaff(actor))
    if (approves) await dependencies.announcements.begin(tx, request.family_id, actor.id)
  }

  /**
   * Decides a request once, or, as staff who accept, requests that another member of staff does. Throws 404 if the caller may not decide it and 409 if it is decided already. `waited` is
   * how many milliseconds the call has taken so far.
   */
  async function decide(
    actor: Actor,
    ids: RequestIds,
    approves: boolean,
    origin: Origin,
    waited: number,
    decision: StaffDecision | null = null,
  ) {
    const staff = isStaff(actor)
    const arrivedAt = new Date(clock.now().getTime() - waited)
    const request = await familySql.request(db, ids.request_id)
    const meets = decisionOf(request, ids, { id: actor.id, isStaff: staff, arrivedAt }, approves)
    if (request === null || meets === 'absent') throw new ApiError('notFound')
    const landing = landingOf(request, approves)
    if (meets === 'repeated') return { landing }
    if (meets === 'decided') throw new ApiError('decidedAlready')
    await db.transaction(async (tx) => {
      if (approves) await rejectProtected(tx, request)
      if (approves && decision !== null) await requestAcceptance(tx, actor, request, decision, origin)
      else await apply(tx, request, approves, { actor, origin, decision })
    })
    mail.trigger()
    return { landing }
  }

  changeConfirmed.on(async (tx, { kind, payload, ...change }) => {
    if (kind !== 'family-acceptance') return
    const { request_id, reason, evidence } = acceptedRequest.parse(payload)
    const request = await familySql.request(db, request_id)
    if (request === null || request.request_status !== requestStatus.pending)
      throw changedSinceRequest('Esta solicitud ya fue resuelta')
    await rejectProtected(tx, request)
    await apply(tx, request, true, { ...change, decision: reason && evidence ? { reason, evidence } : null })
  })

  return { decide }
}

export type DecisionsService = ReturnType<typeof createDecisionsService>
