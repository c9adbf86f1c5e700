/** Announcements of the clinic: a patient gets those meant for them, super administrators publish all of them. */

import type { Ad, AdDraft } from '@mi-portal/contract/ads'
import { Failure } from '@mi-portal/contract/failure'
import { type PublicationListQuery, statusOf } from '@mi-portal/contract/publishing'
import { isMeantFor } from '@mi-portal/contract/values/audience'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { patternsOf } from '../../platform/search-words.ts'
import type { AdRow, AdsStore } from './ads.store.ts'

type AdsParts = {
  readonly db: Database
  readonly store: AdsStore
  readonly audit: Audit
  readonly clock: Clock
}

function present(row: AdRow): Ad {
  return { ...row, updated_at: row.updated_at.toISOString() }
}

export function adsService({ db, store, audit, clock }: AdsParts) {
  /** The enabled ads for this patient. */
  async function meantFor(personId: number): Promise<AdRow[]> {
    const [reader, enabled] = await Promise.all([store.reader(personId), store.all([], true)])
    const today = dayOf(clock.now())
    return reader === null ? [] : enabled.filter((ad) => isMeantFor(ad, reader, today))
  }

  function note(actor: Actor, action: string, id: number, origin: Origin) {
    const { id: actorId, rol: actorRole } = actor
    return { actorId, actorRole, action, patientId: null, object: `id=${id}`, origin }
  }

  return {
    /** In the order of `order_advertising`. Throws 403 for administrators. */
    list: async (actor: Actor): Promise<Ad[]> => {
      if (actor.rol === 'ADMIN_ROLE') throw new Failure('forbidden')
      const rows = actor.rol === 'SUPER_ADMIN_ROLE' ? await store.all([], null) : await meantFor(actor.id)
      return rows.map(present)
    },

    pages: async (query: PublicationListQuery) => {
      const { filter, page, limit } = query
      const [patterns, status] = [patternsOf(filter), statusOf(query)]
      const [rows, total] = await Promise.all([
        store.page(patterns, status, limit, (page - 1) * limit),
        store.count(patterns, status),
      ])
      return { ads: rows.map(present), total, page, limit }
    },

    one: async (id: number): Promise<Ad> => {
      const row = await store.one(id)
      if (row === null) throw new Failure('notFound')
      return present(row)
    },

    create: async (actor: Actor, draft: AdDraft, origin: Origin): Promise<Ad> =>
      db.transaction(async (tx) => {
        const row = await store.insert(tx, draft, clock.now())
        if (row === null) throw new Failure('unavailable')
        await audit.add(tx, note(actor, 'ads.create', row.id, origin))
        return present(row)
      }),

    /** Throws 409 where somebody else changed the ad since it was read. */
    edit: async (actor: Actor, id: number, draft: AdDraft, origin: Origin): Promise<Ad> => {
      const readAt = draft.updated_at ? new Date(draft.updated_at) : null
      const row = await db.transaction(async (tx) => {
        const changed = await store.update(tx, id, draft, clock.now(), readAt)
        if (changed) await audit.add(tx, note(actor, 'ads.edit', id, origin))
        return changed
      })
      if (row) return present(row)
      throw new Failure((await store.one(id)) ? 'changedMeanwhile' : 'notFound')
    },

    setStatus: async (actor: Actor, id: number, status: boolean, origin: Origin): Promise<Ad> =>
      db.transaction(async (tx) => {
        const row = await store.setStatus(tx, id, status, clock.now())
        if (row === null) throw new Failure('notFound')
        await audit.add(tx, note(actor, status ? 'ads.enable' : 'ads.disable', id, origin))
        return present(row)
      }),
  }
}

export type AdsService = ReturnType<typeof adsService>
