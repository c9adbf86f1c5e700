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
const one = statement<AlertRow>('alerts.one', `${alertsWith} where a.id = $1`)
const colors = statement<AlertColor>('alerts.colors', `select ${colorColumns} from alert_colors order by id`)
const color = statement<AlertColor>('alerts.color', `select ${colorColumns} from alert_colors where id = $1`)
const insert = statement<{ id: number }>(
  'alerts.insert',
  `insert into alerts (name, text, color_id, status_id, updated_at)
   values ($1, $2, $3, $4, $5::timestamptz) returning id`,
)
// Two changes of the same millisecond must differ too.
const later = (now: string) => `greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`
const unchanged = (readAt: string) =>
  `(${readAt}::timestamptz is null or date_trunc('milliseconds', updated_at) = ${readAt}::timestamptz)`
const update = statement<{ id: number }>(
  'alerts.update',
  `update alerts set name = $2, text = $3, color_id = $4, status_id = coalesce($5::smallint, status_id),
     updated_at = ${later('$6')}
   where id = $1 and ${unchanged('$7')} returning id`,
)
const setStatus = statement<{ id: number }>(
  'alerts.setStatus',
  `update alerts set status_id = $2, updated_at = ${later('$3')} where id = $1 and ${unchanged('$4')} returning id`,
)
const remove = statement<{ id: number }>(
  'alerts.remove',
  'delete from alerts where id = any($1::int[]) returning id',
)

export function alertsStore(db: Database) {
  return {
    active: () => db.run(active, []),
    all: () => db.run(all, []),
    one: async (id: number) => (await db.run(one, [id]))[0] ?? null,
    colors: () => db.run(colors, []),
    color: async (id: number) => (await db.run(color, [id]))[0] ?? null,
    insert: async (tx: Queries, { name, text, color_id }: AlertValues, status: number, now: Date) =>
      (await tx.run(insert, [name, text, color_id, status, now]))[0]?.id ?? 0,
    /** False where there is no such alert, or somebody changed it since `readAt`. */
    update: async (
      tx: Queries,
      id: number,
      { name, text, color_id }: AlertValues,
      status: number | null,
      now: Date,
      readAt: Date | null,
    ) => (await tx.run(update, [id, name, text, color_id, status, now, readAt])).length > 0,
    /** The same. */
    setStatus: async (tx: Queries, id: number, status: number, now: Date, readAt: Date | null) =>
      (await tx.run(setStatus, [id, status, now, readAt])).length > 0,
    remove: async (tx: Queries, ids: readonly number[]) => (await tx.run(remove, [ids])).length,
  }
}

export type AlertsStore = ReturnType<typeof alertsStore>
