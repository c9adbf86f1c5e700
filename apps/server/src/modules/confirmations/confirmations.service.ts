/** Changes that one member of staff requests and another confirms. The domain of a change makes it once it is confirmed. */
import { ApiError } from '@mi-portal/contract/api-error'
import {
  type Confirmation,
  type ConfirmationKind,
  type confirmationEndpoints,
  confirmationKinds,
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
import { confirmErrorOf, decidedByAnother, rejectErrorOf } from './confirmations.rules.ts'
import type { ConfirmationsStore, ListedConfirmation, PendingConfirmation } from './confirmations.store.ts'

/** A change that was confirmed. */
export type ConfirmedChange = {
  readonly kind: ConfirmationKind
  readonly subjectId: number
  readonly payload: unknown
  readonly requestedBy: number
  readonly confirmedBy: number
  readonly origin: Origin
}

type RequestedChange = {
  readonly kind: ConfirmationKind
  readonly subjectId: number
  /** What the reaction needs to make the change, without text that a person typed. */
  readonly payload?: object
  readonly actor: Actor
  readonly origin: Origin
}

type ConfirmationsDependencies = {
  readonly db: Database
  readonly store: ConfirmationsStore
  readonly people: PeopleService
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
}

type ListQuery = Received<typeof confirmationEndpoints.list>['query']

function kindOf(stored: string): ConfirmationKind {
  const kind = confirmationKinds.find((known) => known === stored)
  if (kind === undefined) throw new Error(`confirmations: ${stored} is no kind of change`)
  return kind
}

export function createConfirmationsService(dependencies: ConfirmationsDependencies) {
  const { db, store, people, changeConfirmed, audit, mail, clock } = dependencies

  function present(actor: Actor, row: ListedConfirmation): Confirmation {
    const subject = { id: row.subject_id, rol: row.subject_role }
    const decision = { actor, requestedBy: row.requested_by, subject }
    const decidedAt = row.confirmed_at ?? row.rejected_at
    const waits = decidedAt === null
    return {
      id: row.id,
      kind: kindOf(row.kind),
      subject: {
        id: row.subject_id,
        full_name: row.subject_name,
        document: showDocument(row.document_type_id, row.document_number),
      },
      requested_by: row.requester_name,
      requested_at: row.requested_at.toISOString(),
      state: waits ? 'pendiente' : row.confirmed_at === null ? 'rechazada' : 'confirmada',
      decided_by: row.decider_name,
      decided_at: decidedAt?.toISOString() ?? null,
      may_confirm: waits && confirmErrorOf(decision) === null,
      may_reject: waits && rejectErrorOf(decision) === null,
    }
  }

  /** Finds a change that waits, locked until the transaction ends. Throws 404 if it is unknown and 409 if it was decided. */
  async function findWaiting(tx: Queries, id: number) {
    const found = await store.find(tx, id)
    const subject = found === null ? null : await people.byId(found.subject_id)
    const requester = found === null ? null : await people.byId(found.requested_by)
    if (found === null || subject === null || requester === null) throw new ApiError('notFound')
    if (found.confirmed_at !== null || found.rejected_at !== null) throw new ApiError('decidedAlready')
    return { found, subject, requester }
  }

  /** Writes an audit entry with the member of staff that decided, and the one that requested the change. */
  function auditDecision(
    tx: Queries,
    actor: Actor,
    action: string,
    { kind, subject_id, requested_by }: PendingConfirmation,
    requesterName: string,
    origin: Origin,
  ) {
    return audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action,
      patientId: subject_id,
      object: `kind=${kind}`,
      origin,
      detail: { requested_by, requested_by_name: requesterName },
    })
  }

  return {
    /**
     * Requests a change in the caller's transaction. The caller decides whether the member of staff may request it. Throws 409 if
     * the same change of this person waits already, and 403 for one's own account.
     */
    request: async (tx: Queries, { kind, subjectId, payload = {}, actor, origin }: RequestedChange) => {
      if (subjectId === actor.id) throw decidedByAnother()
      const change = { kind, subjectId, payload, requestedBy: actor.id }
      if ((await store.insert(tx, change, clock.now())) === null)
        throw new ApiError('changedMeanwhile', {
          msg: 'Este cambio ya espera la confirmación de otra persona',
        })
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
      { state, ...page }: ListQuery,
      origin: Origin,
    ): Promise<Reply<typeof confirmationEndpoints.list>> => {
      const found = await store.list(state, page)
      await audit.recordEach(
        { actorId: actor.id, actorRole: actor.rol, action: 'confirmations.list', origin },
        [...new Set(found.rows.map(({ subject_id }) => subject_id))],
      )
      return { confirmations: found.rows.map((row) => present(actor, row)), ...pageOf(found, page) }
    },

    /** Confirms a change, which its domain makes in the same transaction. */
    confirm: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      await db.transaction(async (tx) => {
        const { found, subject, requester } = await findWaiting(tx, id)
        const rejection = confirmErrorOf({ actor, requestedBy: requester.id, subject })
        if (rejection !== null) throw rejection
        await store.confirm(tx, id, actor.id, clock.now())
        await changeConfirmed.announce(tx, {
          kind: kindOf(found.kind),
          subjectId: subject.id,
          payload: found.payload,
          requestedBy: requester.id,
          confirmedBy: actor.id,
          origin,
        })
        await auditDecision(tx, actor, 'confirmations.confirm', found, fullNameOf(requester), origin)
      })
      mail.trigger()
    },

    /** Rejects a change that waits. */
    reject: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      await db.transaction(async (tx) => {
        const { found, subject, requester } = await findWaiting(tx, id)
        const rejection = rejectErrorOf({ actor, requestedBy: requester.id, subject })
        if (rejection !== null) throw rejection
        await store.reject(tx, id, actor.id, clock.now())
        await auditDecision(tx, actor, 'confirmations.reject', found, fullNameOf(requester), origin)
      })
    },
  }
}

export type ConfirmationsService = ReturnType<typeof createConfirmationsService>
