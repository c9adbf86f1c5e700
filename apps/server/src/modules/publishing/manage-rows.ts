/** The common functions of all publications: their audience, the list, and each change with its audit entry. */
import { ApiError } from '@mi-portal/contract/api-error'
import { findPeriodState, isMeantFor } from '@mi-portal/contract/audience'
import { permits } from '@mi-portal/contract/permissions'
import { type PublicationListQuery, statusOf } from '@mi-portal/contract/publishing'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { ActorContext } from '../../platform/context/context.ts'
import type { listedRows } from '../../platform/database/listed-rows.ts'
import { toTextPatterns } from '../../platform/database/search-words.ts'
import * as publishingSql from './publishing.sql.ts'

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

/** A kind of publications. */
type Publication<Row, Field extends string, Own extends Draft> = {
  readonly rows: ReturnType<typeof listedRows<Row, Field>>
  /** Returns the row of a draft, with pictures of other sites replaced by the portal's copies. */
  readonly toRow: (
    ctx: ActorContext,
    draft: Own,
  ) => Promise<Parameters<ReturnType<ReturnType<typeof listedRows<Row, Field>>>['insert']>[1]>
  /** The audit actions. */
  readonly actions: Readonly<Record<'create' | 'edit' | 'enable' | 'disable', string>>
}

/** Binds the functions to a kind of publications. */
export function managePublication<Row extends Published, Field extends string, Own extends Draft>({
  rows,
  toRow,
  actions,
}: Publication<Row, Field, Own>) {
  /** Returns the enabled publications of the present for the caller that match the words. */
  async function listMeantForCaller(
    { db, clock, actor }: ActorContext,
    filter: string | null,
  ): Promise<readonly Row[]> {
    const patterns = toTextPatterns(filter)
    if (patterns === null) return []
    const [reader, enabled] = await Promise.all([
      publishingSql.reader(db, actor.id),
      rows(db).all(patterns, true),
    ])
    if (reader === null) return []
    const now = clock.now()
    return enabled.filter(
      (row) => findPeriodState(toPeriod(row), now) === 'current' && isMeantFor(row, reader, dayOf(now)),
    )
  }

  return {
    listMeantForCaller,

    /** Lists the publications for the caller in order, and all of them for staff that edit them. Throws 403 for other staff. */
    list: async (ctx: ActorContext): Promise<readonly Row[]> => {
      if (ctx.actor.rol === 'STANDART_ROLE') return listMeantForCaller(ctx, null)
      if (!permits(ctx.actor.permissions, 'content.edit')) throw new ApiError('forbidden')
      return rows(ctx.db).all([], null)
    },

    listPage: async ({ db }: ActorContext, query: PublicationListQuery) => {
      const { filter, page, limit } = query
      const [patterns, status] = [toTextPatterns(filter), statusOf(query)]
      if (patterns === null) return { found: [], total: 0, page, limit }
      const [found, total] = await Promise.all([
        rows(db).page(patterns, status, limit, (page - 1) * limit),
        rows(db).count(patterns, status),
      ])
      return { found, total, page, limit }
    },

    find: async ({ db }: ActorContext, id: number): Promise<Row> => {
      const row = await rows(db).one(id)
      if (row === null) throw new ApiError('notFound')
      return row
    },

    create: async (ctx: ActorContext, draft: Own): Promise<Row> => {
      const written = await toRow(ctx, draft)
      return ctx.db.transaction(async (tx) => {
        const row = await rows(ctx.db).insert(tx, written, ctx.clock.now())
        if (row === null) throw new ApiError('unavailable')
        await ctx.audit.add(tx, actions.create, { object: `id=${row.id}` })
        return row
      })
    },

    /** Changes a publication. Throws 409 if another person changed it since it was read. */
    edit: async (ctx: ActorContext, id: number, draft: Own): Promise<Row> => {
      const readAt = draft.updated_at ? new Date(draft.updated_at) : null
      const written = await toRow(ctx, draft)
      const row = await ctx.db.transaction(async (tx) => {
        const changed = await rows(ctx.db).update(tx, id, written, ctx.clock.now(), readAt)
        if (changed) await ctx.audit.add(tx, actions.edit, { object: `id=${id}` })
        return changed
      })
      if (row) return row
      throw new ApiError((await rows(ctx.db).one(id)) ? 'changedMeanwhile' : 'notFound')
    },

    setStatus: (ctx: ActorContext, id: number, status: boolean): Promise<Row> =>
      ctx.db.transaction(async (tx) => {
        const row = await rows(ctx.db).setStatus(tx, id, status, ctx.clock.now())
        if (row === null) throw new ApiError('notFound')
        await ctx.audit.add(tx, status ? actions.enable : actions.disable, { object: `id=${id}` })
        return row
      }),
  }
}
