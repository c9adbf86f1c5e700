import { ApiError } from '@mi-portal/contract/calls/api-error'
import { userEndpoints } from '@mi-portal/contract/users'
import { type Day, showDay, toDay } from '@mi-portal/contract/values/dates'
import * as z from 'zod/mini'
import type { Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { changedSinceRequest, describeRequester } from '../../confirmations/confirmations.rules.ts'
import { requestChange } from '../../confirmations/request-changes.ts'
import { requirePatient } from '../../people/read-people.ts'
import { correctDeath, recordDeath } from '../../people/record-deaths.ts'
import { personChanged } from '../users.rules.ts'

const report = z.object({ deceased: z.boolean(), on: z.nullable(z.string()) })

export const reportDeath = operation(userEndpoints.reportDeath, async (ctx, { params: { id }, body }) => {
  const { deceased, deceased_on = null } = body
  const person = await requirePatient(ctx, id)
  const isRecorded = person.deceased_at !== null
  const completes = deceased && isRecorded && person.deceased_on === null && deceased_on !== null
  if (deceased === isRecorded && !completes) throw new ApiError('decidedAlready')
  if (deceased_on !== null && deceased_on > toDay(ctx.clock.now()))
    throw new ApiError('invalid', { param: 'deceased_on', msg: 'Ingrese una fecha válida.' })
  const shown = (day: Day | null) => (day === null ? 'Fecha desconocida' : showDay(day))
  const change = {
    field: 'death' as const,
    before: isRecorded ? shown(person.deceased_on) : null,
    after: deceased ? shown(deceased_on) : null,
  }
  await ctx.db.transaction((tx) =>
    requestChange(ctx, tx, {
      ...{ kind: 'death', subjectId: id, changes: [change], actor: ctx.actor, origin: ctx.origin },
      payload: { deceased, on: deceased_on },
    }),
  )
  return { waiting: ['death' as const] }
})

export function recordConfirmedDeaths(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, { kind, subjectId, payload, actor, requester, origin }) => {
    if (kind !== 'death') return
    const { deceased, on } = report.parse(payload)
    const reporter = { actor, origin, detail: describeRequester(requester) }
    const isDone = deceased
      ? await recordDeath(ctx, tx, { personId: subjectId, on, source: 'staff', ...reporter })
      : await correctDeath(ctx, tx, subjectId, reporter)
    if (!isDone) throw changedSinceRequest(personChanged)
  })
}
