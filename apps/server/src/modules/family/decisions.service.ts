/** Decides requests to join a family group, each once. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { requestDecided } from './family.mails.ts'
import { decisionOf, isStaff, type RequestIds } from './family.rules.ts'
import type { FamilyStore, RequestRow } from './family.store.ts'
import { type FamilyNotifier, pairOf } from './family-notifier.service.ts'
import type { LandingsService } from './landings.service.ts'

type DecisionsDependencies = {
  readonly db: Database
  readonly store: FamilyStore
  readonly landings: LandingsService
  readonly notifier: FamilyNotifier
  readonly notifications: Pick<NotificationsService, 'markRequestDecided'>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly branding: { readonly brand: string }
}

export function createDecisionsService(dependencies: DecisionsDependencies) {
  const { db, store, notifications, audit, mail, clock, branding } = dependencies
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

  /**
   * Decides a request once. Throws 404 if the caller may not decide it and 409 if it is decided already. `waited` is
   * how many milliseconds the call has taken so far.
   */
  async function decide(actor: Actor, ids: RequestIds, approves: boolean, origin: Origin, waited: number) {
    const staff = isStaff(actor)
    const arrivedAt = new Date(clock.now().getTime() - waited)
    const request = await store.request(ids.request_id)
    const meets = decisionOf(request, ids, { id: actor.id, isStaff: staff, arrivedAt }, approves)
    if (request === null || meets === 'absent') throw new ApiError('notFound')
    const landing = landingOf(request, approves)
    if (meets === 'repeated') return { landing }
    if (meets === 'decided') throw new ApiError('decidedAlready')
    await db.transaction(async (tx) => {
      if (!(await store.decide(tx, request.family_id, approves, actor.id, clock.now())))
        throw new ApiError('decidedAlready')
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.rol,
        action: approves ? 'family.accept' : 'family.reject',
        patientId: request.member_id,
        object: `request=${request.id} leader=${request.leader_id}`,
        origin,
      })
      await notifications.markRequestDecided(tx, request.id)
      await notifyDecision(tx, request, approves, staff)
    })
    mail.trigger()
    return { landing }
  }

  return { decide }
}

export type DecisionsService = ReturnType<typeof createDecisionsService>
