/** Statements of a table whose rows are searched, listed in an order, shown or hidden, and changed with an optimistic lock. */
import type { Database, Queries } from './database.ts'
import { statement, type Value } from './statement.ts'

type Listing<Field extends string> = {
  /** Before the statements' names: `ads`. */
  readonly name: string
  readonly table: string
  /** The columns that staff write, without the status. */
  readonly fields: readonly Field[]
  /** The text that is searched, and the order of the list, as SQL. */
  readonly words: string
  readonly order: string
}

type Filter = { readonly patterns: readonly string[]; readonly status: boolean | null }

export function listedRows<Row, Field extends string>({ name, table, fields, words, order }: Listing<Field>) {
  type Written = Readonly<Record<Field, Value>> & { readonly status: boolean }
  const written = [...fields, 'status']
  const columns = ['id', ...written, 'updated_at'].join(', ')
  const found = `from ${table}
    where lower(unaccent(${words})) like all(:patterns::text[])
      and (:status::boolean is null or status = :status::boolean)`
  const listed = `select ${columns} ${found} order by ${order}, id`
  // Two changes of the same millisecond must differ too.
  const later = `greatest(:now::timestamptz, updated_at + interval '1 millisecond')`
  const parameterOf = (field: string) => (field === 'status' ? ':status::boolean' : `:${field}`)

  const all = statement<Row, Filter>(`${name}.all`, listed)
  const page = statement<Row, Filter & { limit_rows: number; offset_rows: number }>(
    `${name}.page`,
    `${listed} limit :limit_rows offset :offset_rows`,
  )
  const count = statement<{ total: number }, Filter>(
    `${name}.count`,
    `select count(*)::int as total ${found}`,
  )
  const one = statement<Row, { id: number }>(`${name}.one`, `select ${columns} from ${table} where id = :id`)
  const insert = statement<Row, Written & { now: Date }>(
    `${name}.insert`,
    `insert into ${table} (${written.join(', ')}, updated_at)
     values (${written.map(parameterOf).join(', ')}, :now::timestamptz)
     returning ${columns}`,
  )
  const update = statement<Row, Written & { id: number; now: Date; read_at: Date | null }>(
    `${name}.update`,
    `update ${table} set ${written.map((field) => `${field} = ${parameterOf(field)}`).join(', ')}, updated_at = ${later}
     where id = :id
       and (:read_at::timestamptz is null or date_trunc('milliseconds', updated_at) = :read_at::timestamptz)
     returning ${columns}`,
  )
  const setStatus = statement<Row, { id: number; status: boolean; now: Date }>(
    `${name}.setStatus`,
    `update ${table} set status = :status::boolean, updated_at = ${later} where id = :id returning ${columns}`,
  )

  return (db: Database) => ({
    all: (patterns: readonly string[], status: boolean | null) => db.run(all, { patterns, status }),
    page: (patterns: readonly string[], status: boolean | null, limit: number, offset: number) =>
      db.run(page, { patterns, status, limit_rows: limit, offset_rows: offset }),
    count: async (patterns: readonly string[], status: boolean | null) =>
      (await db.run(count, { patterns, status }))[0]?.total ?? 0,
    one: async (id: number) => (await db.run(one, { id }))[0] ?? null,
    insert: async (tx: Queries, row: Written, now: Date) =>
      (await tx.run(insert, { ...row, now }))[0] ?? null,
    /** Returns null if the row does not exist, or was changed since `readAt`. */
    update: async (tx: Queries, id: number, row: Written, now: Date, readAt: Date | null) =>
      (await tx.run(update, { ...row, id, now, read_at: readAt }))[0] ?? null,
    setStatus: async (tx: Queries, id: number, status: boolean, now: Date) =>
      (await tx.run(setStatus, { id, status, now }))[0] ?? null,
  })
}
