/** The people whom staff call, because no message could be sent to them. */
import { ApiError } from '@mi-portal/contract/api-error'
import { type CallDue, callPermissions } from '@mi-portal/contract/calls-due'
import { permits } from '@mi-portal/contract/permissions'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { addNotNotified } from '../../platform/notified.ts'
import type { CallsDueStore, CallsFilter, NewCall } from './calls-due.store.ts'

type Staff = { readonly actor: Actor; readonly origin: Origin }

type CallsDueDependencies = {
  readonly db: Database
  readonly store: CallsDueStore
  readonly audit: Audit
  readonly clock: Clock
}

/** Returns the topics and sites of the calls that a member of staff sees. */
function getFilter({ permissions, sites }: Actor): CallsFilter {
  const topics = Object.entries(callPermissions)
    .filter(([, permission]) => permits(permissions, permission))
    .map(([topic]) => topic)
  return { topics, sites }
}

export function createCallsDueService({ db, store, audit, clock }: CallsDueDependencies) {
  return {
    /** Stores that a person has to be called, and says so in the answer of the request. */
    add: async (tx: Queries, call: NewCall): Promise<void> => {
      const phone = await store.add(tx, call, clock.now())
      addNotNotified(call.patient_id, 'no_account', phone)
    },

    /** Returns the open calls that a member of staff sees, and writes an audit entry for each patient. */
    list: async ({ actor, origin }: Staff): Promise<CallDue[]> => {
      const rows = await store.open(getFilter(actor))
      const entry = { actorId: actor.id, actorRole: actor.rol, action: 'calls.list', origin }
      await audit.recordEach(entry, [...new Set(rows.map(({ patient_id }) => patient_id))])
      return rows.map(({ patient_id: _, created_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
      }))
    },

    /** Records that a person was called. Throws 404 if there is no such call or it was recorded before. */
    finish: async ({ actor, origin }: Staff, id: number): Promise<void> => {
      await db.transaction(async (tx) => {
        const patientId = await store.finish(tx, id, getFilter(actor), actor.id, clock.now())
        if (patientId === null) throw new ApiError('notFound')
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'calls.done',
          patientId,
          object: `call=${id}`,
          origin,
        })
      })
    },
  }
}

export type CallsDueService = ReturnType<typeof createCallsDueService>
