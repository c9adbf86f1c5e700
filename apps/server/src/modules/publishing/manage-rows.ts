import { findPeriodState, isMeantFor } from '@mi-portal/contract/audience'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import { permits } from '@mi-portal/contract/permissions/permissions'
import { type PublicationListQuery, readStatus } from '@mi-portal/contract/publishing/publications'
import { toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext } from '../../platform/context/context.ts'
import { findRow, readPage } from '../../platform/database/database.ts'
import type { ListedRows, WrittenRow } from '../../platform/database/listed-rows.ts'
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

export function toPeriod({ shown_from, shown_until }: Pick<Published, 'shown_from' | 'shown_until'>) {
  return {
    shown_from: shown_from?.toISOString() ?? null,
    shown_until: shown_until?.toISOString() ?? null,
  }
}

export function toStoredPeriod({ shown_from, shown_until }: ReturnType<typeof toPeriod>) {
  return {
    shown_from: shown_from === null ? null : new Date(shown_from),
    shown_until: shown_until === null ? null : new Date(shown_until),
  }
}

type Draft = { readonly updated_at?: string | null | undefined }

type Publication<Row, Own extends Draft> = {
  readonly rows: ListedRows<Row>
  readonly toRow: (ctx: ActorContext, draft: Own) => Promise<WrittenRow<Row>>
  readonly actions: Readonly<Record<'create' | 'edit' | 'enable' | 'disable', string>>
}

export function managePublication<Row extends Published, Own extends Draft>({
  rows,
  toRow,
  actions,
}: Publication<Row, Own>) {
  async function listMeantForCaller(
    { db, clock, actor }: ActorContext,
    filter: string | null,
  ): Promise<readonly Row[]> {
    const patterns = toTextPatterns(filter)
    if (patterns === null) return []
    const [reader, enabled] = await Promise.all([
      findRow(db, publishingSql.reader, { id: actor.id }),
      db.run(rows.all, { patterns, status: true }),
    ])
    if (reader === null) return []
    const now = clock.now()
    return enabled.filter(
      (row) => findPeriodState(toPeriod(row), now) === 'current' && isMeantFor(row, reader, toDay(now)),
    )
  }

  return {
    listMeantForCaller,

    list: async (ctx: ActorContext): Promise<readonly Row[]> => {
      if (ctx.actor.rol === 'STANDART_ROLE') return listMeantForCaller(ctx, null)
      if (!permits(ctx.actor.permissions, 'content.edit')) throw new ApiError('forbidden')
      return ctx.db.run(rows.all, { patterns: [], status: null })
    },

    listPage: async ({ db }: ActorContext, query: PublicationListQuery) => {
      const patterns = toTextPatterns(query.filter)
      const found =
        patterns === null
          ? { rows: [], total: 0, more: false }
          : await readPage(db, rows.page, rows.count, { patterns, status: readStatus(query) }, query)
      return { found: found.rows, ...toPageFields(found, query) }
    },

    find: async ({ db }: ActorContext, id: number): Promise<Row> => {
      const [row] = await db.run(rows.one, { id })
      if (!row) throw new ApiError('notFound')
      return row
    },

    create: async (ctx: ActorContext, draft: Own): Promise<Row> => {
      const written = await toRow(ctx, draft)
      return ctx.db.transaction(async (tx) => {
        const [row] = await tx.run(rows.insert, { ...written, now: ctx.clock.now() })
        if (!row) throw new ApiError('unavailable')
        await ctx.audit.add(tx, actions.create, { object: `id=${row.id}` })
        return row
      })
    },

    edit: async (ctx: ActorContext, id: number, draft: Own): Promise<Row> => {
      const read_at = draft.updated_at ? new Date(draft.updated_at) : null
      const written = await toRow(ctx, draft)
      const row = await ctx.db.transaction(async (tx) => {
        const [changed] = await tx.run(rows.update, { ...written, id, now: ctx.clock.now(), read_at })
        if (changed) await ctx.audit.add(tx, actions.edit, { object: `id=${id}` })
        return changed
      })
      if (row) return row
      const [present] = await ctx.db.run(rows.one, { id })
      throw new ApiError(present ? 'changedMeanwhile' : 'notFound')
    },

    setStatus: (ctx: ActorContext, id: number, status: boolean): Promise<Row> =>
      ctx.db.transaction(async (tx) => {
        const [row] = await tx.run(rows.setStatus, { id, status, now: ctx.clock.now() })
        if (!row) throw new ApiError('notFound')
        await ctx.audit.add(tx, status ? actions.enable : actions.disable, { object: `id=${id}` })
        return row
      }),
  }
}
