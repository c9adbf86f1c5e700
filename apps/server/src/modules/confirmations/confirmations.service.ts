/** Changes that one member of staff requests and another confirms. The domain of a change makes it once it is confirmed. */
import { ApiError } from '@mi-portal/contract/api-error'
import {
  type ChangedValue,
  type Confirmation,
  type ConfirmationKind,
  type confirmationEndpoints,
  type RejectionReason,
  rejectionReasons,
} from '@mi-portal/contract/confirmations'
import type { Received, Reply } from '@mi-portal/contract/endpoint'
import { pageOf } from '@mi-portal/contract/paging'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { fullNameOf } from '../people/people.rules.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { requestExpired, requestRejected } from './confirmations.mails.ts'
import {
  decidedByAnother,
  decisionErrorOf,
  expiredSince,
  expiryOf,
  kindOf,
  stateOf,
} from './confirmations.rules.ts'
import type { ConfirmationsStore, ListedConfirmation, PendingConfirmation } from './confirmations.store.ts'
import type { OwnerNotices } from './owner-notices.service.ts'

type TemporaryKey = Awaited<ReturnType<SessionService['newKey']>>
type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

/** A change that is no longer waiting: rejected, withdrawn or expired. */
export type DroppedChange = {
  readonly kind: ConfirmationKind
  readonly subjectId: number
  readonly payload: unknown
}

/** A change that was confirmed. */
export type ConfirmedChange = DroppedChange & {
  /** The member of staff that requested the change. */
  readonly requester: { readonly id: number; readonly name: string }
  /** The member of staff that confirmed it. */
  readonly actor: Actor
  /** A temporary password for the first sign-in, if the change opens an account. */
  readonly temporaryKey: TemporaryKey | null
  readonly origin: Origin
}

type RequestedChange = {
  readonly kind: ConfirmationKind
  readonly subjectId: number
  /** The number of what is changed where a person can have several, such as the family link of a guardian. */
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

type ConfirmationsDependencies = {
  readonly db: Database
  readonly store: ConfirmationsStore
  readonly people: PeopleService
  readonly sessions: Pick<SessionService, 'newKey'>
  readonly ownerNotices: OwnerNotices
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly changeDropped: DomainEvent<DroppedChange>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
}

type ListQuery = Received<typeof confirmationEndpoints.list>['query']

/** The stored values were written by this module, so their shape is known. */
function readChanges(stored: unknown): ChangedValue[] {
  return Array.isArray(stored) ? stored : []
}

function reasonOf(stored: string | null): RejectionReason | null {
  return rejectionReasons.find((known) => known === stored) ?? null
}

export function createConfirmationsService(dependencies: ConfirmationsDependencies) {
  const { db, store, people, sessions, ownerNotices, changeConfirmed, changeDropped, audit, mail, clock } =
    dependencies

  function present(actor: Actor, row: ListedConfirmation): Confirmation {
    const subject = { id: row.subject_id, rol: row.subject_role }
    const decidedAt = row.confirmed_at ?? row.rejected_at ?? row.expired_at
    const waits = decidedAt === null
    return {
      id: row.id,
      kind: kindOf(row.kind),
      subject: {
        id: row.subject_id,
        full_name: row.subject_name,
        document: showDocument(row.document_type_id, row.document_number),
      },
      changes: readChanges(row.changes),
      requested_by: row.requester_name,
      requested_at: row.requested_at.toISOString(),
      expires_at: expiryOf(row.requested_at).toISOString(),
      state: stateOf(row),
      decided_by: row.decider_name,
      decided_at: decidedAt?.toISOString() ?? null,
      rejection_reason: reasonOf(row.rejection_reason),
      may_decide: waits && decisionErrorOf({ actor, requestedBy: row.requested_by, subject }) === null,
      may_withdraw: waits && row.requested_by === actor.id,
    }
  }

  /**
   * Finds a change that waits, locked until the transaction ends. Throws 404 if it is unknown, and 409 if it was decided or has
   * expired.
   */
  async function findWaiting(tx: Queries, id: number) {
    const found = await store.find(tx, id)
    const subject = found === null ? null : await people.byId(found.subject_id)
    const requester = found === null ? null : await people.byId(found.requested_by)
    if (found === null || subject === null || requester === null) throw new ApiError('notFound')
    if (found.expired_at !== null) throw new ApiError('confirmationExpired')
    if (found.confirmed_at !== null || found.rejected_at !== null) throw new ApiError('decidedAlready')
    if (found.requested_at <= expiredSince(clock.now())) throw new ApiError('confirmationExpired')
    return { found, subject, requester }
  }

  /** Writes an audit entry with who decided, who requested, and the values of the change. */
  function auditDecision(
    tx: Queries,
    actor: Actor | null,
    action: string,
    { found, requester }: { readonly found: PendingConfirmation; readonly requester: Person },
    origin: Origin | null,
    detail: object = {},
  ) {
    return audit.add(tx, {
      actorId: actor?.id ?? null,
      actorRole: actor?.rol ?? 'system',
      action,
      patientId: found.subject_id,
      object: `kind=${found.kind}`,
      origin,
      detail: { requested_by: requester.id, requested_by_name: fullNameOf(requester), ...detail },
    })
  }

  function announceDropped(tx: Queries, { kind, subject_id, payload }: PendingConfirmation) {
    return changeDropped.announce(tx, { kind: kindOf(kind), subjectId: subject_id, payload })
  }

  /** Expires a change unless it was decided in the meantime, and notifies its requester. */
  async function expire(id: number): Promise<boolean> {
    return db.transaction(async (tx) => {
      const found = await store.find(tx, id)
      if (found === null || stateOf(found) !== 'pendiente') return false
      const requester = await people.byId(found.requested_by)
      if (requester === null) return false
      await store.expire(tx, id, clock.now())
      await announceDropped(tx, found)
      await auditDecision(tx, null, 'confirmations.expire', { found, requester }, null)
      if (requester.email !== null)
        await mail.queue(tx, requestExpired, {
          recipient: requester.email,
          person_id: requester.id,
          data: { first_name: requester.greeting_name, kind: kindOf(found.kind) },
        })
      return true
    })
  }

  /** Expires the changes that were not decided in time. Returns how many. */
  async function expireOverdue(): Promise<number> {
    let expired = 0
    for (const id of await store.listWaitingSince(expiredSince(clock.now())))
      if (await expire(id)) expired += 1
    if (expired > 0) mail.trigger()
    return expired
  }

  return {
    expireOverdue,

    /**
     * Requests a change in the caller's transaction. The caller decides whether the member of staff may request it. Throws 409 if
     * the same change of this person waits already, and 403 for one's own account.
     */
    request: async (tx: Queries, change: RequestedChange): Promise<void> => {
      const { kind, subjectId, target, payload = {}, changes = [], formerEmail, actor, origin } = change
      if (subjectId === actor.id) throw decidedByAnother()
      const added = await store.insert(
        tx,
        {
          kind,
          subject_id: subjectId,
          target: target === undefined ? '' : String(target),
          payload: JSON.stringify(payload),
          changes: JSON.stringify(changes),
          emails: formerEmail ? [formerEmail] : [],
          requested_by: actor.id,
        },
        clock.now(),
      )
      if (added === null) throw new ApiError('confirmationWaits')
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.rol,
        action: 'confirmations.request',
        patientId: subjectId,
        object: `kind=${kind}`,
        origin,
      })
    },

    /** Returns a page of changes, and writes an audit entry for each person on it. */
    list: async (
      actor: Actor,
      { state, person, ...page }: ListQuery,
      origin: Origin,
    ): Promise<Reply<typeof confirmationEndpoints.list>> => {
      const found = await store.list(state, person ?? null, page)
      await audit.recordEach(
        { actorId: actor.id, actorRole: actor.rol, action: 'confirmations.list', origin },
        [...new Set(found.rows.map(({ subject_id }) => subject_id))],
      )
      return { confirmations: found.rows.map((row) => present(actor, row)), ...pageOf(found, page) }
    },

    /** Confirms a change, which its domain makes in the same transaction. */
    confirm: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      // Hashing takes long, so it does not happen inside the transaction.
      const opensAccount = (await store.findKind(id)) === 'account-opening'
      const temporaryKey = opensAccount ? await sessions.newKey() : null
      await db.transaction(async (tx) => {
        const { found, subject, requester } = await findWaiting(tx, id)
        const rejection = decisionErrorOf({ actor, requestedBy: requester.id, subject })
        if (rejection !== null) throw rejection
        await store.confirm(tx, id, actor.id, clock.now())
        const kind = kindOf(found.kind)
        await changeConfirmed.announce(tx, {
          kind,
          subjectId: subject.id,
          payload: found.payload,
          requester: { id: requester.id, name: fullNameOf(requester) },
          actor,
          temporaryKey,
          origin,
        })
        await auditDecision(tx, actor, 'confirmations.confirm', { found, requester }, origin)
        await ownerNotices.notifyMade(tx, kind, subject, found.emails)
      })
      mail.trigger()
    },

    /** Rejects a change that waits, and notifies its requester and the owner of the account. */
    reject: async (actor: Actor, id: number, reason: RejectionReason, origin: Origin): Promise<void> => {
      await db.transaction(async (tx) => {
        const { found, subject, requester } = await findWaiting(tx, id)
        const rejection = decisionErrorOf({ actor, requestedBy: requester.id, subject })
        if (rejection !== null) throw rejection
        await store.reject(tx, id, actor.id, reason, clock.now())
        await announceDropped(tx, found)
        await auditDecision(tx, actor, 'confirmations.reject', { found, requester }, origin, { reason })
        const kind = kindOf(found.kind)
        if (requester.email !== null)
          await mail.queue(tx, requestRejected, {
            recipient: requester.email,
            person_id: requester.id,
            data: { first_name: requester.greeting_name, kind, reason },
          })
        await ownerNotices.notifyRejected(tx, kind, subject, found.emails)
      })
      mail.trigger()
    },

    /** Withdraws an undecided change that the caller requested. */
    withdraw: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      await db.transaction(async (tx) => {
        const { found, requester } = await findWaiting(tx, id)
        if (requester.id !== actor.id)
          throw new ApiError('forbidden', { msg: 'Solo quien pidió el cambio lo retira' })
        await store.reject(tx, id, actor.id, null, clock.now())
        await announceDropped(tx, found)
        await auditDecision(tx, actor, 'confirmations.withdraw', { found, requester }, origin)
      })
    },
  }
}

export type ConfirmationsService = ReturnType<typeof createConfirmationsService>
