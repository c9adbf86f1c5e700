import { alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { CallContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import * as sql from './alerts.sql.ts'
import { activeStatus, inactiveStatus, readAlert } from './read-alerts.ts'

async function rejectUnknownColor(db: Queries, id: number): Promise<void> {
  if ((await findRow(db, sql.findAlertColor, { id })) === null)
    throw new ApiError('invalid', { fieldErrors: [{ msg: 'Selecciona Color', param: 'color_id' }] })
}

async function changeAlert(
  { db, audit }: CallContext,
  id: number,
  action: 'edit' | 'enable' | 'disable',
  change: (tx: Queries) => Promise<readonly object[]>,
) {
  const isChanged = await db.transaction(async (tx) => {
    const changed = await change(tx)
    if (changed.length > 0) await audit.add(tx, `alerts.${action}`, { object: `id=${id}` })
    return changed.length > 0
  })
  const alert = await readAlert(db, id)
  if (!isChanged) throw new ApiError('changedMeanwhile')
  return { alert }
}

const toReadAt = (text: string | null | undefined) => (text ? new Date(text) : null)

export const createAlert = operation(alertEndpoints.create, async ({ db, audit, clock }, { body }) => {
  const { name, text, color_id, status_id = activeStatus.id } = body
  await rejectUnknownColor(db, color_id)
  const id = await db.transaction(async (tx) => {
    const row = await findRow(tx, sql.insertAlert, { name, text, color_id, status_id, now: clock.now() })
    if (row === null) throw new ApiError('unavailable')
    await audit.add(tx, 'alerts.create', { object: `id=${row.id}` })
    return row.id
  })
  return { alert: await readAlert(db, id) }
})

export const editAlert = operation(alertEndpoints.edit, async (ctx, { params: { id }, body }) => {
  const { name, text, color_id, status_id = null } = body
  await rejectUnknownColor(ctx.db, color_id)
  const read_at = toReadAt(body.updated_at)
  return changeAlert(ctx, id, 'edit', (tx) =>
    tx.run(sql.updateAlert, { id, name, text, color_id, status_id, now: ctx.clock.now(), read_at }),
  )
})

export const enableAlert = operation(alertEndpoints.enable, (ctx, { params: { id }, body }) =>
  changeAlert(ctx, id, 'enable', (tx) => {
    const read_at = toReadAt(body.updated_at)
    return tx.run(sql.setAlertStatus, { id, status_id: activeStatus.id, now: ctx.clock.now(), read_at })
  }),
)

export const disableAlert = operation(alertEndpoints.disable, (ctx, { params: { id }, body }) =>
  changeAlert(ctx, id, 'disable', (tx) => {
    const read_at = toReadAt(body.updated_at)
    return tx.run(sql.setAlertStatus, { id, status_id: inactiveStatus.id, now: ctx.clock.now(), read_at })
  }),
)

export const removeAlerts = operation(alertEndpoints.remove, async ({ db, audit }, { body }) => {
  const ids = [...new Set(body.ids)]
  await db.transaction(async (tx) => {
    if ((await tx.run(sql.deleteAlerts, { ids })).length < ids.length) throw new ApiError('notFound')
    await audit.add(tx, 'alerts.remove', { object: `ids=${ids.join(',')}` })
  })
  return {}
})
