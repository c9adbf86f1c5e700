/** The people whom staff call, because the change of their appointment was notified to no one. */
import type { CallDue } from '@mi-portal/contract/agenda/calls-due'
import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import type { CallsDueStore } from './calls-due.store.ts'

type Staff = { readonly actor: Actor; readonly origin: Origin }

type CallsDueDependencies = {
  readonly db: Database
  readonly store: CallsDueStore
  readonly audit: Audit
  readonly clock: Clock
}

export function createCallsDueService({ db, store, audit, clock }: CallsDueDependencies) {
  return {
    /** Returns the open calls of the sites of a member of staff, and writes an audit entry for each patient. */
    list: async ({ actor, origin }: Staff): Promise<CallDue[]> => {
      const rows = await store.open(actor.sites)
      const entry = { actorId: actor.id, actorRole: actor.rol, action: 'agenda.calls', origin }
      await audit.recordEach(entry, [...new Set(rows.map(({ patient_id }) => patient_id))])
      return rows.map(({ patient_id: _, created_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
      }))
    },

    /** Records that a person was called. Throws 404 if there is no such call or it was recorded before. */
    finish: async ({ actor, origin }: Staff, id: number): Promise<void> => {
      await db.transaction(async (tx) => {
        const patientId = await store.finish(tx, id, actor.sites, actor.id, clock.now())
        if (patientId === null) throw new ApiError('notFound')
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'agenda.called',
          patientId,
          object: `call=${id}`,
          origin,
        })
      })
    },
  }
}

export type CallsDueService = ReturnType<typeof createCallsDueService>
