import { breachEndpoints } from '@mi-portal/contract/breaches'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { cleanCode } from '@mi-portal/contract/values/codes/clean-code'
import { cleanRun } from '@mi-portal/contract/values/run'
import type * as z from 'zod/mini'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import * as breachesSql from './breaches.sql.ts'
import { findBreach, readBreach } from './find-breaches.ts'

type Described = z.output<(typeof breachEndpoints)['edit']['body']>

function toStored(fields: Described) {
  return {
    ...fields,
    known_at: new Date(fields.known_at),
    agency_told_at: fields.agency_told_at === null ? null : new Date(fields.agency_told_at),
  }
}

async function findMisused({ db }: Context, document: string | null): Promise<number | null> {
  if (!document) return null
  for (const document_number of [cleanRun(document), cleanCode(document)]) {
    const staff = await findRow(db, breachesSql.findStaff, { document_number })
    if (staff !== null) return staff.id
  }
  const msg = 'No hay una cuenta del personal con ese documento'
  throw new ApiError('invalid', { param: 'actor_document', msg })
}

export const createBreach = operation(breachEndpoints.create, async (ctx, { body }) => {
  const { actor_document, ip, seen_from, seen_before, ...fields } = body
  if (!actor_document && !ip && !(seen_from && seen_before))
    throw new ApiError('invalid', {
      param: 'actor_document',
      msg: 'Indica una cuenta del personal, una dirección IP o un período',
    })
  if (seen_from && seen_before && seen_from >= seen_before)
    throw new ApiError('invalid', { param: 'seen_from', msg: 'El inicio debe ser anterior al término' })
  const breach = {
    ...toStored(fields),
    opened_by: ctx.actor.id,
    actor_id: await findMisused(ctx, actor_document),
    ip: ip || null,
    seen_from: seen_from === null ? null : new Date(seen_from),
    seen_before: seen_before === null ? null : new Date(seen_before),
    now: ctx.clock.now(),
  }
  const id = await ctx.db.transaction(async (tx) => {
    const made = await findRow(tx, breachesSql.insertBreach, breach)
    if (made === null) throw new Error('breaches: the insert returned no row')
    await ctx.audit.add(tx, 'breaches.create', { object: `breach_id=${made.id}` })
    return made.id
  })
  return { breach: await readBreach(ctx, await findBreach(ctx, id)) }
})

export const editBreach = operation(breachEndpoints.edit, async (ctx, { params: { id }, body }) => {
  await ctx.db.transaction(async (tx) => {
    const edited = { ...toStored(body), id, now: ctx.clock.now() }
    if ((await findRow(tx, breachesSql.editBreach, edited)) === null) throw new ApiError('notFound')
    await ctx.audit.add(tx, 'breaches.edit', { object: `breach_id=${id}` })
  })
  return { breach: await readBreach(ctx, await findBreach(ctx, id)) }
})
