import { breachEndpoints } from '@mi-portal/contract/breaches'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, readPage } from '../../platform/database/database.ts'
import { findLastSealedId } from '../audit/seals/seal-entries.ts'
import type { BreachRow, Reviewed } from './breaches.sql.ts'
import * as breachesSql from './breaches.sql.ts'

const entriesPerStatement = 50_000

export async function findBreach({ db }: Pick<Context, 'db'>, id: number): Promise<BreachRow> {
  const row = await findRow(db, breachesSql.findBreach, { id })
  if (row === null) throw new ApiError('notFound')
  return row
}

/** In pieces, because one statement would take too long. After the letters were sent, no one is added. */
export async function searchScope(ctx: Context, row: BreachRow): Promise<Reviewed> {
  const sealed = await findLastSealedId(ctx)
  for (let after = row.seen_until; after < sealed; after += entriesPerStatement) {
    const upTo = Math.min(after + entriesPerStatement, sealed)
    const entries = breachesSql.toEntries(row, row.letters_at)
    await ctx.db.run(breachesSql.storeConcerned, { ...entries, after_id: after, up_to_id: upTo })
  }
  return { until: row.letters_at ?? ctx.clock.now(), looked: Math.max(row.seen_until, sealed) }
}

export async function countPeople({ db }: Context, row: BreachRow, { until, looked }: Reviewed) {
  const entries = { ...breachesSql.toEntries(row, until), after_id: looked }
  return (await findRow(db, breachesSql.countPeople, entries))?.count ?? 0
}

export async function readBreach(ctx: Context, row: BreachRow) {
  const { actor_id, actor_name } = row
  return {
    ...row,
    actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
    people: await countPeople(ctx, row, await searchScope(ctx, row)),
  }
}

export const listBreaches = operation(breachEndpoints.list, async (ctx, { body }) => {
  await ctx.audit.record('breaches.list')
  const found = await readPage(ctx.db, breachesSql.listBreaches, breachesSql.countBreaches, {}, body)
  const breaches = await Promise.all(found.rows.map((row) => readBreach(ctx, row)))
  return { breaches, ...toPageFields(found, body) }
})

export const getBreach = operation(breachEndpoints.one, async (ctx, { params: { id } }) => {
  await ctx.audit.record('breaches.read', { object: `breach_id=${id}` })
  return { breach: await readBreach(ctx, await findBreach(ctx, id)) }
})
