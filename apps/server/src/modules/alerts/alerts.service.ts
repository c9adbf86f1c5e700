/** Alerts at the top of the public area: read by everyone, written by super administrators. */
import { type Alert, alertStatuses } from '@mi-portal/contract/alerts'
import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { AlertRow, AlertsStore } from './alerts.store.ts'

type AlertsDependencies = {
  readonly db: Database
  readonly store: AlertsStore
  readonly audit: Audit
  readonly clock: Clock
}

type Draft = {
  readonly name: string
  readonly text: string
  readonly color_id: number
  readonly status_id?: number | undefined
  readonly updated_at?: string | null | undefined
}

const [activeStatus, inactiveStatus] = alertStatuses

function present(row: AlertRow): Alert {
  const status = row.status_id === activeStatus.id ? activeStatus : inactiveStatus
  return { ...row, status, updated_at: row.updated_at.toISOString() }
}

const moment = (text: string | null | undefined) => (text ? new Date(text) : null)

export function createAlertsService({ db, store, audit, clock }: AlertsDependencies) {
  async function one(id: number): Promise<Alert> {
    const row = await store.one(id)
    if (row === null) throw new ApiError('notFound')
    return present(row)
  }

  async function color(id: number) {
    const found = await store.color(id)
    if (found === null) throw new ApiError('notFound')
    return found
  }

  async function rejectUnknownColor(id: number): Promise<void> {
    if ((await store.color(id)) === null)
      throw new ApiError('invalid', { fieldErrors: [{ msg: 'Selecciona Color', param: 'color_id' }] })
  }

  function addAuditEntry(tx: Queries, actor: Actor, action: string, object: string, origin: Origin) {
    return audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action: `alerts.${action}`,
      patientId: null,
      object,
      origin,
    })
  }

  /** Makes one change to one alert. Throws 404 if the alert does not exist, and 409 if another person changed it. */
  async function change(
    actor: Actor,
    id: number,
    action: string,
    origin: Origin,
    work: (tx: Queries) => Promise<boolean>,
  ): Promise<Alert> {
    const done = await db.transaction(async (tx) => {
      const changed = await work(tx)
      if (changed) await addAuditEntry(tx, actor, action, `id=${id}`, origin)
      return changed
    })
    const row = await one(id)
    if (!done) throw new ApiError('changedMeanwhile')
    return row
  }

  return {
    active: async () => (await store.active()).map(({ updated_at: _, ...shown }) => shown),
    all: async (): Promise<Alert[]> => (await store.all()).map(present),
    one,
    colors: () => store.colors(),
    color,

    create: async (actor: Actor, draft: Draft, origin: Origin): Promise<Alert> => {
      await rejectUnknownColor(draft.color_id)
      const id = await db.transaction(async (tx) => {
        const made = await store.insert(tx, draft, draft.status_id ?? activeStatus.id, clock.now())
        await addAuditEntry(tx, actor, 'create', `id=${made}`, origin)
        return made
      })
      return one(id)
    },

    edit: async (actor: Actor, id: number, draft: Draft, origin: Origin): Promise<Alert> => {
      await rejectUnknownColor(draft.color_id)
      return change(actor, id, 'edit', origin, (tx) =>
        store.update(tx, id, draft, draft.status_id ?? null, clock.now(), moment(draft.updated_at)),
      )
    },

    setActive: (
      actor: Actor,
      id: number,
      on: boolean,
      readAt: string | null | undefined,
      origin: Origin,
    ): Promise<Alert> => {
      const status = on ? activeStatus.id : inactiveStatus.id
      return change(actor, id, on ? 'enable' : 'disable', origin, (tx) =>
        store.setStatus(tx, id, status, clock.now(), moment(readAt)),
      )
    },

    /** Removes all of these alerts or none; throws 404 if one no longer exists. */
    remove: async (actor: Actor, ids: readonly number[], origin: Origin): Promise<void> => {
      const distinct = [...new Set(ids)]
      await db.transaction(async (tx) => {
        if ((await store.remove(tx, distinct)) < distinct.length) throw new ApiError('notFound')
        await addAuditEntry(tx, actor, 'remove', `ids=${distinct.join(',')}`, origin)
      })
    },
  }
}

export type AlertsService = ReturnType<typeof createAlertsService>
