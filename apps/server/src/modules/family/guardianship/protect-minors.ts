/**
 * Protection measures of minors. While one is in force, no person becomes the minor's guardian in the portal. One member of staff sets it, and
 * two end it. The audit entry of setting it does not name the minor as its patient, because a guardian with the minor's account would read it.
 */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { changedSinceRequest } from '../../confirmations/confirmations.rules.ts'
import { requestChange } from '../../confirmations/request-changes.ts'
import { isPersonMinor, requireOpenPatient } from '../../people/read-people.ts'
import { deleteProtection, findProtection, insertProtection } from './guardianship.sql.ts'

async function requireMinor(ctx: Context, patientId: number): Promise<void> {
  const person = await requireOpenPatient(ctx, patientId)
  if (!isPersonMinor(ctx, person))
    throw new ApiError('notPossible', { msg: 'Una medida de protección es de una persona menor de edad' })
}

async function setProtection(ctx: ActorContext, patientId: number): Promise<void> {
  await requireMinor(ctx, patientId)
  await ctx.db.transaction(async (tx) => {
    const given = { member_id: patientId, set_by: ctx.actor.id, now: ctx.clock.now() }
    if ((await tx.run(insertProtection, given)).length === 0) return
    await ctx.audit.add(tx, 'family.protect', { object: `member=${patientId}` })
  })
}

async function requestProtectionEnd(ctx: ActorContext, subjectId: number): Promise<void> {
  const { actor, origin } = ctx
  await ctx.db.transaction(async (tx) => {
    const [protection] = await tx.run(findProtection, { member_id: subjectId })
    if (!protection) throw new ApiError('notFound')
    const changes = [{ field: 'guardian' as const, before: 'Medida de protección', after: null }]
    await requestChange(ctx, tx, { kind: 'protection-end', subjectId, changes, actor, origin })
  })
}

export const changeProtection = operation(guardianshipEndpoints.protect, async (ctx, { params, body }) => {
  const change = body.protected ? setProtection : requestProtectionEnd
  await change(ctx, params.patient_id)
  return {}
})

export function endConfirmedProtections(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, { kind, subjectId }) => {
    if (kind !== 'protection-end') return
    if ((await tx.run(deleteProtection, { member_id: subjectId })).length === 0)
      throw changedSinceRequest('La medida de protección ya terminó')
  })
}
