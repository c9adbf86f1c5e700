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
import { requestExpired, requestRejected, waitsAlone } from './confirmations.mails.ts'
import {
  changedSinceRequest,
  decidedByAnother,
  decisionErrorOf,
  effectiveFrom,
  expiredSince,
  expiryOf,
  isSecretFromOwner,
  kindOf,
  stateOf,
} from './confirmations.rules.ts'
import type { ListedConfirmation, PendingConfirmation } from './confirmations.sql.ts'
import * as confirmationsSql from './confirmations.sql.ts'
import {
  independenceError,
  isAlone,
  mayStillRequest,
  permissionFor,
  type Staff,
} from './independence/independence.rules.ts'
import type { IndependenceService } from './independence/independence.service.ts'
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
  /** The member of staff that confirmed it, or that requested it if no other member of staff could. */
  readonly actor: Confirmer
  /** Whether no second person confirmed it: it took effect after the wait of an installation with one member of staff. */
  readonly isAlone: boolean
  /** A temporary password for the first sign-in, if the change opens an account. */
  readonly temporaryKey: TemporaryKey | null
  /** Null if it took effect by itself. */
  readonly origin: Origin | null
}

type Confirmer = Pick<Actor, 'id' | 'rol'>

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
  readonly people: PeopleService
  readonly sessions: Pick<SessionService, 'newKey'>
  readonly ownerNotices: OwnerNotices
  readonly independence: IndependenceService
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly changeDropped: DomainEvent<DroppedChange>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
}

type WaitingChange = {
  readonly found: PendingConfirmation
  readonly subject: Person
  readonly requester: Person
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
  const { db, people, sessions, ownerNotices, independence, changeConfirmed, changeDropped } = dependencies
  const { audit, mail, clock } = dependencies

  function present(actor: Actor, staff: Staff, row: ListedConfirmation): Confirmation {
    const subject = { id: row.subject_id, rol: row.subject_role }
    const decidedAt = row.confirmed_at ?? row.rejected_at ?? row.expired_at
    const waits = decidedAt === null
    const requested = { requesterId: row.requested_by, subject, permission: permissionFor(kindOf(row.kind)) }
    const mayDecide = waits && decisionErrorOf({ actor, requestedBy: row.requested_by, subject }) === null
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
      effective_at: row.effective_at?.toISOString() ?? null,
      may_decide: mayDecide,
      not_confirmable: mayDecide ? (independenceError(staff, actor.id, requested)?.message ?? null) : null,
      may_withdraw: waits && row.requested_by === actor.id,
    }
  }

  /**
   * Finds a change that waits, locked until the transaction ends. Throws 404 if it is unknown, and 409 if it was decided or has
   * expired.
   */
  async function findWaiting(tx: Queries, id: number): Promise<WaitingChange> {
    const found = await confirmationsSql.find(tx, id)
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
    actor: Confirmer | null,
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

  const toRequested = ({ found, subject, requester }: WaitingChange) => ({
    requesterId: requester.id,
    subject,
    permission: permissionFor(kindOf(found.kind)),
  })

  /** Creates a temporary password for an account that a change opens. Hashing takes long, so it does not happen in a transaction. */
  async function newKeyFor(id: number): Promise<TemporaryKey | null> {
    const kind = await confirmationsSql.findKind(db, id)
    return kind === 'account-opening' || kind === 'staff-access' ? sessions.newKey() : null
  }

  /** Makes a change: stores that it was confirmed, lets its domain make it, and notifies the owner. */
  async function make(
    tx: Queries,
    change: WaitingChange,
    decision: Pick<ConfirmedChange, 'actor' | 'isAlone' | 'temporaryKey' | 'origin'>,
  ): Promise<void> {
    const { found, subject, requester } = change
    const { actor, isAlone, origin } = decision
    await confirmationsSql.confirm(tx, found.id, isAlone ? null : actor.id, clock.now())
    const kind = kindOf(found.kind)
    await changeConfirmed.announce(tx, {
      kind,
      subjectId: subject.id,
      payload: found.payload,
      requester: { id: requester.id, name: fullNameOf(requester) },
      ...decision,
    })
    await auditDecision(
      tx,
      isAlone ? null : actor,
      'confirmations.confirm',
      change,
      origin,
      isAlone ? { alone: true } : {},
    )
    const made = { kind, isAlone, changes: readChanges(found.changes) }
    await ownerNotices.notifyMade(tx, made, subject, found.emails)
  }

  /** Makes a change whose wait is over. Returns false if it was decided, or now needs another member of staff. */
  async function makeAlone(id: number): Promise<boolean> {
    const temporaryKey = await newKeyFor(id)
    return db.transaction(async (tx) => {
      if (!(await confirmationsSql.isDue(tx, id, clock.now()))) return false
      const change = await findWaiting(tx, id)
      const { requester, subject } = change
      const { permission } = toRequested(change)
      if (!isAlone(await independence.readStaff(tx), requester.id, permission)) {
        await confirmationsSql.requireSecond(tx, id)
        return false
      }
      if (!mayStillRequest(requester, subject.rol, permission)) return false
      await make(tx, change, { actor: requester, isAlone: true, temporaryKey, origin: null })
      return true
    })
  }

  /** Makes the changes of an installation with one member of staff whose wait is over. Returns how many. */
  async function makeDue(): Promise<number> {
    let made = 0
    for (const id of await confirmationsSql.listDue(db, clock.now())) {
      try {
        if (await makeAlone(id)) made += 1
      } catch (error) {
        // What no longer fits the stored data stays in the list until its requester withdraws it, or it expires.
        if (!(error instanceof ApiError)) throw error
      }
    }
    if (made > 0) mail.trigger()
    return made
  }

  async function dropEach(tx: Queries, waiting: readonly { readonly id: number }[]) {
    for (const { id } of waiting) {
      const found = await confirmationsSql.find(tx, id)
      const requester = found === null ? null : await people.byId(found.requested_by)
      if (found === null || requester === null || stateOf(found) !== 'pendiente') continue
      await confirmationsSql.reject(tx, id, requester.id, null, clock.now())
      await announceDropped(tx, found)
      await auditDecision(tx, null, 'confirmations.withdraw', { found, requester }, null)
    }
  }

  /** Drops what a member of staff requested whose account ends or may do less from now on. */
  const dropRequestedBy = async (tx: Queries, personId: number) =>
    dropEach(tx, await confirmationsSql.listWaitingOf(tx, { by: personId, about: null }))

  /** Drops what waits and can be made no more, because its object has ended. */
  async function dropEnded(): Promise<void> {
    if ((await confirmationsSql.listEnded(db, null)).length === 0) return
    await db.transaction(async (tx) => dropEach(tx, await confirmationsSql.listEnded(tx, null)))
  }

  /** Mails the owner and the super administrators that a change waits without a second person to confirm it. */
  async function notifyWait(tx: Queries, request: RequestedChange, effectiveAt: Date): Promise<void> {
    const { kind, subjectId, formerEmail = null } = request
    // A person whom the same transaction adds has no mailbox that is known.
    const subject = await people.byId(subjectId)
    if (subject !== null && !isSecretFromOwner(kind))
      await ownerNotices.notifyWait(
        tx,
        { kind, effectiveAt },
        subject,
        formerEmail === null ? [] : [formerEmail],
      )
    for (const { id, email, greeting_name } of await confirmationsSql.listSuperAdmins(tx))
      await mail.queue(tx, waitsAlone, {
        recipient: email,
        person_id: id,
        data: { first_name: greeting_name, kind, effectiveAt },
      })
  }

  /** Expires a change unless it was decided in the meantime, and notifies its requester. */
  async function expire(id: number): Promise<boolean> {
    return db.transaction(async (tx) => {
      const found = await confirmationsSql.find(tx, id)
      if (found === null || stateOf(found) !== 'pendiente') return false
      const requester = await people.byId(found.requested_by)
      if (requester === null) return false
      await confirmationsSql.expire(tx, id, clock.now())
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
    await dropEnded()
    let expired = 0
    for (const id of await confirmationsSql.listWaitingSince(db, expiredSince(clock.now())))
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
      await dropEach(tx, await confirmationsSql.listEnded(tx, subjectId))
      const alone = isAlone(await independence.readStaff(tx), actor.id, permissionFor(kind))
      const effectiveAt = alone ? effectiveFrom(clock.now()) : null
      const added = await confirmationsSql.insert(
        tx,
        {
          kind,
          subject_id: subjectId,
          target: target === undefined ? '' : String(target),
          payload: JSON.stringify(payload),
          changes: JSON.stringify(changes),
          emails: formerEmail ? [formerEmail] : [],
          requested_by: actor.id,
          effective_at: effectiveAt,
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
      if (effectiveAt !== null) await notifyWait(tx, change, effectiveAt)
    },

    /** Returns a page of changes, and writes an audit entry for each person on it. */
    list: async (
      actor: Actor,
      { state, person, ...page }: ListQuery,
      origin: Origin,
    ): Promise<Reply<typeof confirmationEndpoints.list>> => {
      await dropEnded()
      const found = await confirmationsSql.list(db, state, person ?? null, page)
      await audit.recordEach(
        { actorId: actor.id, actorRole: actor.rol, action: 'confirmations.list', origin },
        [...new Set(found.rows.map(({ subject_id }) => subject_id))],
      )
      const staff = await independence.readStaff(db)
      return { confirmations: found.rows.map((row) => present(actor, staff, row)), ...pageOf(found, page) }
    },

    /** Confirms a change, which its domain makes in the same transaction. */
    confirm: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      const temporaryKey = await newKeyFor(id)
      await db.transaction(async (tx) => {
        const change = await findWaiting(tx, id)
        const { subject, requester } = change
        const requested = toRequested(change)
        const rejection =
          decisionErrorOf({ actor, requestedBy: requester.id, subject }) ??
          independenceError(await independence.readStaff(tx), actor.id, requested)
        if (rejection !== null) throw rejection
        if (!mayStillRequest(requester, subject.rol, requested.permission))
          throw changedSinceRequest('Quien pidió este cambio ya no puede pedirlo')
        await make(tx, change, { actor, isAlone: false, temporaryKey, origin })
      })
      mail.trigger()
    },

    makeDue,
    dropRequestedBy,

    /** Drops the changes that wait about a person who reported that they did not ask for them. */
    dropAbout: async (tx: Queries, personId: number) =>
      dropEach(tx, await confirmationsSql.listWaitingOf(tx, { by: null, about: personId })),

    /** Rejects a change that waits, and notifies its requester and the owner of the account. */
    reject: async (actor: Actor, id: number, reason: RejectionReason, origin: Origin): Promise<void> => {
      await db.transaction(async (tx) => {
        const { found, subject, requester } = await findWaiting(tx, id)
        const rejection = decisionErrorOf({ actor, requestedBy: requester.id, subject })
        if (rejection !== null) throw rejection
        await confirmationsSql.reject(tx, id, actor.id, reason, clock.now())
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
        await confirmationsSql.reject(tx, id, actor.id, null, clock.now())
        await announceDropped(tx, found)
        await auditDecision(tx, actor, 'confirmations.withdraw', { found, requester }, origin)
      })
    },
  }
}

export type ConfirmationsService = ReturnType<typeof createConfirmationsService>
