import { ApiError } from '@mi-portal/contract/calls/api-error'
import { callDueEndpoints, callPermissions } from '@mi-portal/contract/calls-due'
import { permits } from '@mi-portal/contract/permissions/permissions'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { finishCall, listOpenCalls } from './calls-due.sql.ts'

function getFilter({ permissions, sites }: Actor) {
  const topics = Object.entries(callPermissions)
    .filter(([, permission]) => permits(permissions, permission))
    .map(([topic]) => topic)
  return { topics, sites }
}

export const listCallsDue = operation(callDueEndpoints.list, async ({ db, actor, audit }) => {
  const rows = await db.run(listOpenCalls, getFilter(actor))
  await audit.recordEach(
    'calls.list',
    rows.map(({ patient_id }) => patient_id),
  )
  return { calls: rows }
})

export const finishCallDue = operation(
  callDueEndpoints.done,
  async ({ db, actor, audit, clock }, { params: { id } }) => {
    await db.transaction(async (tx) => {
      const done = { ...getFilter(actor), id, done_by: actor.id, now: clock.now() }
      const row = await findRow(tx, finishCall, done)
      if (row === null) throw new ApiError('notFound')
      await audit.add(tx, 'calls.done', { patientId: row.patient_id, object: `call=${id}` })
    })
    return {}
  },
)
