/** The common functions of all publications: their audience, the list, and each change with its audit entry. */
import { ApiError } from '@mi-portal/contract/api-error'
import { findPeriodState, isMeantFor } from '@mi-portal/contract/audience'
import { permits } from '@mi-portal/contract/permissions'
import { type PublicationListQuery, statusOf } from '@mi-portal/contract/publishing'
import { type Day, dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { toTextPatterns } from '../../platform/database/search-words.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'

type Published = {
  readonly id: number
  readonly from_age: number
  readonly to_age: number
  readonly gender_id: number
  readonly shown_from: Date | null
  readonly shown_until: Date | null
}

/** Returns the period of a publication as callers receive it. */
export function toPeriod({ shown_from, shown_until }: Pick<Published, 'shown_from' | 'shown_until'>) {
  return {
    shown_from: shown_from?.toISOString() ?? null,
    shown_until: shown_until?.toISOString() ?? null,
  }
}

type Draft = { readonly updated_at?: string | null | undefined }

type RowStore<Row, Own extends Draft> = {
  readonly all: (patterns: readonly string[], status: boolean | null) => Promise<readonly Row[]>
  readonly page: (
    patterns: readonly string[],
    status: boolean | null,
    limit: number,
    offset: number,
  ) => Promise<readonly Row[]>
  readonly count: (patterns: readonly string[], status: boolean | null) => Promise<number>
  readonly one: (id: number) => Promise<Row | null>
  readonly insert: (tx: Queries, draft: Own, now: Date) => Promise<Row | null>
  readonly update: (
    tx: Queries,
    id: number,
    draft: Own,
    now: Date,
    readAt: Date | null,
  ) => Promise<Row | null>
  readonly setStatus: (tx: Queries, id: number, status: boolean, now: Date) => Promise<Row | null>
}

/** Returns the data of a person that decide their audience; null if the person does not exist. */
type ReaderOf = (
  personId: number,
) => Promise<{ readonly date_birth: Day | null; readonly gender_id: number | null } | null>

type PublishedDependencies<Row, Own extends Draft> = {
  readonly db: Database
  readonly store: RowStore<Row, Own>
  readonly readerOf: ReaderOf
  /** Returns the draft with pictures of other sites replaced by the portal's copies. */
  readonly copyImages: (actor: Actor, draft: Own, origin: Origin) => Promise<Own>
  readonly audit: Audit
  readonly clock: Clock
  /** The audit actions. */
  readonly actions: Readonly<Record<'create' | 'edit' | 'enable' | 'disable', string>>
}

export function createPublishedService<Row extends Published, Own extends Draft>(
  dependencies: PublishedDependencies<Row, Own>,
) {
  const { db, store, readerOf, copyImages, audit, clock, actions } = dependencies

  function auditEntry({ id: actorId, rol: actorRole }: Actor, action: string, id: number, origin: Origin) {
    return { actorId, actorRole, action, patientId: null, object: `id=${id}`, origin }
  }

  /** Returns the enabled publications of the present for this patient that match the words. */
  async function meantFor(personId: number, filter: string | null): Promise<readonly Row[]> {
    const patterns = toTextPatterns(filter)
    if (patterns === null) return []
    const [reader, enabled] = await Promise.all([readerOf(personId), store.all(patterns, true)])
    if (reader === null) return []
    const now = clock.now()
    return enabled.filter(
      (row) => findPeriodState(toPeriod(row), now) === 'current' && isMeantFor(row, reader, dayOf(now)),
    )
  }

  return {
    meantFor,

    /**
     * Lists the publications for the caller in order, and all of them for staff that edit them. Throws 403 for other
     * staff.
     */
    list: async (actor: Actor): Promise<readonly Row[]> => {
      if (actor.rol === 'STANDART_ROLE') return meantFor(actor.id, null)
      if (!permits(actor.permissions, 'content.edit')) throw new ApiError('forbidden')
      return store.all([], null)
    },

    page: async (query: PublicationListQuery) => {
      const { filter, page, limit } = query
      const [patterns, status] = [toTextPatterns(filter), statusOf(query)]
      if (patterns === null) return { rows: [], total: 0, page, limit }
      const [rows, total] = await Promise.all([
        store.page(patterns, status, limit, (page - 1) * limit),
        store.count(patterns, status),
      ])
      return { rows, total, page, limit }
    },

    one: async (id: number): Promise<Row> => {
      const row = await store.one(id)
      if (row === null) throw new ApiError('notFound')
      return row
    },

    create: async (actor: Actor, draft: Own, origin: Origin): Promise<Row> => {
      const copied = await copyImages(actor, draft, origin)
      return db.transaction(async (tx) => {
        const row = await store.insert(tx, copied, clock.now())
        if (row === null) throw new ApiError('unavailable')
        await audit.add(tx, auditEntry(actor, actions.create, row.id, origin))
        return row
      })
    },

    /** Changes a publication. Throws 409 if another person changed it since it was read. */
    edit: async (actor: Actor, id: number, draft: Own, origin: Origin): Promise<Row> => {
      const readAt = draft.updated_at ? new Date(draft.updated_at) : null
      const copied = await copyImages(actor, draft, origin)
      const row = await db.transaction(async (tx) => {
        const changed = await store.update(tx, id, copied, clock.now(), readAt)
        if (changed) await audit.add(tx, auditEntry(actor, actions.edit, id, origin))
        return changed
      })
      if (row) return row
      throw new ApiError((await store.one(id)) ? 'changedMeanwhile' : 'notFound')
    },

    setStatus: (actor: Actor, id: number, status: boolean, origin: Origin): Promise<Row> =>
      db.transaction(async (tx) => {
        const row = await store.setStatus(tx, id, status, clock.now())
        if (row === null) throw new ApiError('notFound')
        await audit.add(tx, auditEntry(actor, status ? actions.enable : actions.disable, id, origin))
        return row
      }),
  }
}
