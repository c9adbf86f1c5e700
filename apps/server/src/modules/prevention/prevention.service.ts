/** Articles on control and prevention: a patient gets those meant for them, super administrators publish all of them. */
import { Failure } from '@mi-portal/contract/failure'
import type { Article, ArticleDraft } from '@mi-portal/contract/prevention'
import { type PublicationListQuery, statusOf } from '@mi-portal/contract/publishing'
import { isMeantFor } from '@mi-portal/contract/values/audience'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { patternsOf } from '../../platform/search-words.ts'
import type { ArticleRow, PreventionStore } from './prevention.store.ts'

type PreventionParts = {
  readonly db: Database
  readonly store: PreventionStore
  readonly audit: Audit
  readonly clock: Clock
}

function present(row: ArticleRow): Article {
  return { ...row, status: row.status ? 'true' : 'false', updated_at: row.updated_at.toISOString() }
}

export function preventionService({ db, store, audit, clock }: PreventionParts) {
  /** The enabled articles for this patient that hold the words. */
  async function meantFor(personId: number, filter: string | null): Promise<ArticleRow[]> {
    const [reader, enabled] = await Promise.all([store.reader(personId), store.all(patternsOf(filter), true)])
    const today = dayOf(clock.now())
    return reader === null ? [] : enabled.filter((article) => isMeantFor(article, reader, today))
  }

  function note(actor: Actor, action: string, id: number, origin: Origin) {
    const { id: actorId, rol: actorRole } = actor
    return { actorId, actorRole, action, patientId: null, object: `id=${id}`, origin }
  }

  return {
    /** In the order of `order_control`. Throws 403 for administrators. */
    list: async (actor: Actor): Promise<Article[]> => {
      if (actor.rol === 'ADMIN_ROLE') throw new Failure('forbidden')
      const rows =
        actor.rol === 'SUPER_ADMIN_ROLE' ? await store.all([], null) : await meantFor(actor.id, null)
      return rows.map(present)
    },

    pages: async (actor: Actor, query: PublicationListQuery) => {
      if (actor.rol === 'ADMIN_ROLE') throw new Failure('forbidden')
      const { filter, page, limit } = query
      const offset = (page - 1) * limit
      if (actor.rol === 'SUPER_ADMIN_ROLE') {
        const [patterns, status] = [patternsOf(filter), statusOf(query)]
        const [rows, total] = await Promise.all([
          store.page(patterns, status, limit, offset),
          store.count(patterns, status),
        ])
        return { controlsPreventions: rows.map(present), total, page, limit }
      }
      // A patient is shown enabled ones whatever the body asks for.
      const rows = await meantFor(actor.id, filter)
      const shown = rows.slice(offset, offset + limit)
      return { controlsPreventions: shown.map(present), total: rows.length, page, limit }
    },

    one: async (id: number): Promise<Article> => {
      const row = await store.one(id)
      if (row === null) throw new Failure('notFound')
      return present(row)
    },

    create: async (actor: Actor, draft: ArticleDraft, origin: Origin): Promise<Article> =>
      db.transaction(async (tx) => {
        const row = await store.insert(tx, draft, clock.now())
        if (row === null) throw new Failure('unavailable')
        await audit.add(tx, note(actor, 'prevention.create', row.id, origin))
        return present(row)
      }),

    /** Throws 409 where somebody else changed the article since it was read. */
    edit: async (actor: Actor, id: number, draft: ArticleDraft, origin: Origin): Promise<Article> => {
      const readAt = draft.updated_at ? new Date(draft.updated_at) : null
      const row = await db.transaction(async (tx) => {
        const changed = await store.update(tx, id, draft, clock.now(), readAt)
        if (changed) await audit.add(tx, note(actor, 'prevention.edit', id, origin))
        return changed
      })
      if (row) return present(row)
      throw new Failure((await store.one(id)) ? 'changedMeanwhile' : 'notFound')
    },

    setStatus: async (actor: Actor, id: number, status: boolean, origin: Origin): Promise<Article> =>
      db.transaction(async (tx) => {
        const row = await store.setStatus(tx, id, status, clock.now())
        if (row === null) throw new Failure('notFound')
        await audit.add(tx, note(actor, status ? 'prevention.enable' : 'prevention.disable', id, origin))
        return present(row)
      }),
  }
}

export type PreventionService = ReturnType<typeof preventionService>
