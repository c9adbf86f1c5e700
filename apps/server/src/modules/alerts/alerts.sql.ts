import { defineSql } from '../../platform/database/statement.ts'
import type { AlertsSql } from './alerts.sql.generated.ts'

const sql = defineSql<AlertsSql>('alerts')

const alerts = `select a.id, a.name, a.text, a.color_id, a.status_id, a.updated_at,
     c.color, c.primary_code, c.secundary_code
   from alerts a join alert_colors c on c.id = a.color_id`

export const listActiveAlerts = sql('active')`${alerts} where a.status_id = 1 order by a.id`

export const listAlerts = sql('all')`${alerts} order by a.id desc`

export const findAlert = sql('one')`${alerts} where a.id = :id`

export const listAlertColors = sql('colors')`
  select id, color, primary_code, secundary_code from alert_colors order by id`

export const findAlertColor = sql('color')`
  select id, color, primary_code, secundary_code from alert_colors where id = :id`

export const insertAlert = sql('insert')`
  insert into alerts (name, text, color_id, status_id, updated_at)
  values (:name, :text, :color_id, :status_id, :now::timestamptz) returning id`

// Two changes in the same millisecond must get different timestamps.
export const updateAlert = sql('update')`
  update alerts set name = :name, text = :text, color_id = :color_id, status_id = coalesce(:status_id?::smallint, status_id),
    updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
  where id = :id and (:read_at?::timestamptz is null or date_trunc('milliseconds', updated_at) = :read_at?::timestamptz)
  returning id`

export const setAlertStatus = sql('setStatus')`
  update alerts set status_id = :status_id,
    updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
  where id = :id and (:read_at?::timestamptz is null or date_trunc('milliseconds', updated_at) = :read_at?::timestamptz)
  returning id`

export const deleteAlerts = sql('remove')`delete from alerts where id = any(:ids::int[]) returning id`
