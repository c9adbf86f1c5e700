import { findPeriodState, isMeantFor } from '@mi-portal/contract/audience'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import { permits } from '@mi-portal/contract/permissions/permissions'
import { isStaff } from '@mi-portal/contract/permissions/roles'
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

export function toStoredPeriod({
  shown_from,
  shown_until,
}: {
  readonly shown_from: string | null
  readonly shown_until: string | null
}) {
  return {
    shown_from: shown_from === null ? null : new Date(shown_from),
    shown_until: shown_until === null ? null : new Date(shown_until),
  }
}

type Draft = { readonly updated_at?: string | null | undefined }

type Publication<Row, Own extends Draft, Reply> = {
  readonly rows: ListedRows<Row>
  readonly toReply: (row: Row) => Reply
  readonly toRow: (ctx: ActorContext, draft: Own) => Promise<WrittenRow<Row>>
  readonly actions: Readonly<Record<'create' | 'edit' | 'enable' | 'disable', string>>
}

type OfOne = { readonly params: { readonly id: number } }

export function managePublication<Row extends Published, Own extends Draft, Reply>({
  rows,
  toReply,
  toRow,
  actions,
}: Publication<Row, Own, Reply>) {
  async function listMeantForCaller(
    { db, clock, actor }: ActorContext,
    filter: string | null,
  ): Promise<Row[]> {
    const patterns = toTextPatterns(filter)
    if (patterns === null) return []
    const [reader, enabled] = await Promise.all([
      findRow(db, publishingSql.reader, { id: actor.id }),
      db.run(rows.all, { patterns, status: true }),
    ])
    if (reader === null) return []
    const now = clock.now()
    return enabled.filter(
      (row) => findPeriodState(row, now) === 'current' && isMeantFor(row, reader, toDay(now)),
    )
  }

  const setStatus =
    (status: boolean) =>
    (ctx: ActorContext, { params: { id } }: OfOne): Promise<Reply> =>
      ctx.db.transaction(async (tx) => {
        const [row] = await tx.run(rows.setStatus, { id, status, now: ctx.clock.now() })
        if (!row) throw new ApiError('notFound')
        await ctx.audit.add(tx, status ? actions.enable : actions.disable, { object: `id=${id}` })
        return toReply(row)
      })

  return {
    listMeantForCaller,

    list: async (ctx: ActorContext): Promise<Row[]> => {
      if (!isStaff(ctx.actor)) return listMeantForCaller(ctx, null)
      if (!permits(ctx.actor.permissions, 'content.edit')) throw new ApiError('forbidden')
      return ctx.db.run(rows.all, { patterns: [], status: null })
    },

    listPage: async ({ db }: ActorContext, query: PublicationListQuery) => {
      const patterns = toTextPatterns(query.filter)
      const found =
        patterns === null
          ? { rows: [], total: 0, more: false }
          : await readPage(db, rows.page, rows.count, { patterns, status: readStatus(query) }, query)
      return { found: [...found.rows], ...toPageFields(found, query) }
    },

    find: async ({ db }: ActorContext, { params }: OfOne): Promise<Reply> => {
      const [row] = await db.run(rows.one, { id: params.id })
      if (!row) throw new ApiError('notFound')
      return toReply(row)
    },

    create: async (ctx: ActorContext, { body }: { readonly body: Own }): Promise<Reply> => {
      const written = await toRow(ctx, body)
      return ctx.db.transaction(async (tx) => {
        const [row] = await tx.run(rows.insert, { ...written, now: ctx.clock.now() })
        if (!row) throw new ApiError('unavailable')
        await ctx.audit.add(tx, actions.create, { object: `id=${row.id}` })
        return toReply(row)
      })
    },

    edit: async (
      ctx: ActorContext,
      { params: { id }, body }: OfOne & { readonly body: Own },
    ): Promise<Reply> => {
      const read_at = body.updated_at ? new Date(body.updated_at) : null
      const written = await toRow(ctx, body)
      const row = await ctx.db.transaction(async (tx) => {
        const [changed] = await tx.run(rows.update, { ...written, id, now: ctx.clock.now(), read_at })
        if (changed) await ctx.audit.add(tx, actions.edit, { object: `id=${id}` })
        return changed
      })
      if (row) return toReply(row)
      const [present] = await ctx.db.run(rows.one, { id })
      throw new ApiError(present ? 'changedMeanwhile' : 'notFound')
    },

    enable: setStatus(true),
    disable: setStatus(false),
  }
}
