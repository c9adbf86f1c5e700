import { staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { mayAdminister } from '../../people/people.rules.ts'
import { findPerson } from '../../people/read-people.ts'
import { bindAccess, hasRecord } from '../../record-access/bind-access.ts'
import { hasAnySecondFactor, resetSecondFactor } from '../../session/second-factor/change-second-factor.ts'

export const noSecondFactor = () =>
  new ApiError('changedMeanwhile', { msg: 'Esta cuenta no tiene un código extra' })

async function removeFactor(ctx: Context, tx: Queries, personId: number): Promise<void> {
  if (!(await resetSecondFactor(ctx, tx, personId, 'two-people'))) throw noSecondFactor()
}

export const requestReset = operation(staffAccountEndpoints.resetSecondFactor, async (ctx, { params }) => {
  const person = await findPerson(ctx, params.id)
  if (person === null) throw new ApiError('notFound')
  if (!mayAdminister(ctx.actor.rol, person.rol)) throw new ApiError('forbidden')
  if (!(await hasAnySecondFactor(ctx, params.id))) throw noSecondFactor()
  const request = {
    kind: 'second-factor-reset',
    subjectId: params.id,
    actor: ctx.actor,
    origin: ctx.origin,
  } as const
  const proof = { kind: 'staff', hasRecord: await hasRecord(ctx, person), request } as const
  await ctx.db.transaction((tx) => bindAccess(ctx, tx, proof, () => removeFactor(ctx, tx, params.id)))
  return {}
})

export function resetConfirmedSecondFactors(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, { kind, subjectId }) => {
    if (kind !== 'second-factor-reset') return
    await removeFactor(ctx, tx, subjectId)
  })
}
