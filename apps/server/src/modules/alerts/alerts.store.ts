import type { AlertColor } from '@mi-portal/contract/alerts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type AlertRow = {
  readonly id: number
  readonly name: string
  readonly text: string
  readonly color_id: number
  readonly status_id: number
  readonly updated_at: Date
  readonly color: AlertColor
}

type AlertValues = { readonly name: string; readonly text: string; readonly color_id: number }

const colorColumns = 'id, color, primary_code, secundary_code'
const alertsWith = `select a.id, a.name, a.text, a.color_id, a.status_id, a.updated_at,
    json_build_object('id', c.id, 'color', c.color, 'primary_code', c.primary_code,
      'secundary_code', c.secundary_code) as color
  from alerts a join alert_colors c on c.id = a.color_id`

const active = statement<AlertRow>('alerts.active', `${alertsWith} where a.status_id = 1 order by a.id`)
const all = statement<AlertRow>('alerts.all', `${alertsWith} order by a.id desc`)
const one = statement<AlertRow, { id: number }>('alerts.one', `${alertsWith} where a.id = :id`)
const colors = statement<AlertColor>('alerts.colors', `select ${colorColumns} from alert_colors order by id`)
const color = statement<AlertColor, { id: number }>(
  'alerts.color',
  `select ${colorColumns} from alert_colors where id = :id`,
)
const insert = statement<
  { id: number },
  { name: string; text: string; color_id: number; status_id: number; now: Date }
>(
  'alerts.insert',
  `insert into alerts (name, text, color_id, status_id, updated_at)
   values (:name, :text, :color_id, :status_id, :now::timestamptz) returning id`,
)
// Two changes in the same millisecond must get different timestamps.
const later = (now: string) => `greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`
const unchanged = (readAt: string) =>
  `(${readAt}::timestamptz is null or date_trunc('milliseconds', updated_at) = ${readAt}::timestamptz)`
const update = statement<
  { id: number },
  {
    id: number
    name: string
    text: string
    color_id: number
    status_id: number | null
    now: Date
    read_at: Date | null
  }
>(
  'alerts.update',
  `update alerts set name = :name, text = :text, color_id = :color_id,
     status_id = coalesce(:status_id::smallint, status_id),
     updated_at = ${later(':now')}
   where id = :id and ${unchanged(':read_at')} returning id`,
)
const setStatus = statement<
  { id: number },
  { id: number; status_id: number; now: Date; read_at: Date | null }
>(
  'alerts.setStatus',
  `update alerts set status_id = :status_id, updated_at = ${later(':now')} where id = :id and ${unchanged(':read_at')}
   returning id`,
)
const remove = statement<{ id: number }, { ids: readonly number[] }>(
  'alerts.remove',
  'delete from alerts where id = any(:ids::int[]) returning id',
)

export function createAlertsStore(db: Database) {
  return {
    active: () => db.run(active, []),
    all: () => db.run(all, []),
    one: async (id: number) => (await db.run(one, { id }))[0] ?? null,
    colors: () => db.run(colors, []),
    color: async (id: number) => (await db.run(color, { id }))[0] ?? null,
    insert: async (tx: Queries, { name, text, color_id }: AlertValues, status: number, now: Date) =>
      (await tx.run(insert, { name, text, color_id, status_id: status, now }))[0]?.id ?? 0,
    /** Returns false if the alert does not exist, or was changed since `readAt`. */
    update: async (
      tx: Queries,
      id: number,
      { name, text, color_id }: AlertValues,
      status: number | null,
      now: Date,
      readAt: Date | null,
    ) =>
      (await tx.run(update, { id, name, text, color_id, status_id: status, now, read_at: readAt })).length >
      0,
    /** Returns false if the alert does not exist, or was changed since `readAt`. */
    setStatus: async (tx: Queries, id: number, status: number, now: Date, readAt: Date | null) =>
      (await tx.run(setStatus, { id, status_id: status, now, read_at: readAt })).length > 0,
    remove: async (tx: Queries, ids: readonly number[]) => (await tx.run(remove, { ids })).length,
  }
}

export type AlertsStore = ReturnType<typeof createAlertsStore>
