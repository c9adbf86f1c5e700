import { alertEndpoints, alertStatuses, type PublicAlert } from '@mi-portal/contract/alerts/alerts'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { AlertsSql } from './alerts.sql.generated.ts'
import * as sql from './alerts.sql.ts'

export const [activeStatus, inactiveStatus] = alertStatuses

function toPublicAlert(row: AlertsSql['one']['row']): PublicAlert {
  const { id, name, text, color_id, status_id, color, primary_code, secundary_code } = row
  return { id, name, text, color_id, status_id, color: { id: color_id, color, primary_code, secundary_code } }
}

function toAlert(row: AlertsSql['one']['row']) {
  const status = row.status_id === activeStatus.id ? activeStatus : inactiveStatus
  return { ...toPublicAlert(row), status, updated_at: row.updated_at }
}

export async function findActiveAlerts(db: Queries): Promise<PublicAlert[]> {
  return (await db.run(sql.listActiveAlerts, {})).map(toPublicAlert)
}

export async function readAlert(db: Queries, id: number) {
  const row = await findRow(db, sql.findAlert, { id })
  if (row === null) throw new ApiError('notFound')
  return toAlert(row)
}

export const listPublicAlerts = operation(alertEndpoints.listPublic, async ({ db }) => ({
  alerts: await findActiveAlerts(db),
}))

export const listAlerts = operation(alertEndpoints.list, async ({ db }, { query }) =>
  query.catalogue === 'status'
    ? { statuses: [...alertStatuses] }
    : { alerts: (await db.run(sql.listAlerts, {})).map(toAlert) },
)

export const getAlert = operation(alertEndpoints.one, async ({ db }, { params }) => ({
  alert: await readAlert(db, params.id),
}))

export const listAlertColors = operation(alertEndpoints.colors, async ({ db }) => ({
  colors: await db.run(sql.listAlertColors, {}),
}))

export const getAlertColor = operation(alertEndpoints.color, async ({ db }, { params }) => {
  const color = await findRow(db, sql.findAlertColor, { id: params.id })
  if (color === null) throw new ApiError('notFound')
  return { color }
})
