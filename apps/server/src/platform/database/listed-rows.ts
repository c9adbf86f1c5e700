/** Statements of a table whose rows are found by words, listed in an order, shown or not, and changed by who read them last. */
import type { Database, Queries, Value } from './database.ts'
import { statement } from './statement.ts'

type Listing = {
  /** Before the statements' names: `ads`. */
  readonly name: string
  readonly table: string
  /** What is written, in this order; id, status and moment of the last change are kept besides. */
  readonly fields: readonly string[]
  /** The text that is searched, and the order of the list, as SQL. */
  readonly words: string
  readonly order: string
}

export function listedRows<Row>({ name, table, fields, words, order }: Listing) {
  const written = [...fields, 'status']
  const columns = ['id', ...written, 'updated_at'].join(', ')
  // $1 patterns, $2 status or null
  const found = `from ${table}
    where lower(unaccent(${words})) like all($1::text[]) and ($2::boolean is null or status = $2::boolean)`
  const listed = `select ${columns} ${found} order by ${order}, id`
  // Two changes of the same millisecond must differ too.
  const later = (now: string) => `greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`
  const place = (index: number) => `$${index}${written[index - 1] === 'status' ? '::boolean' : ''}`
  const shifted = (index: number) => `$${index + 1}${written[index - 1] === 'status' ? '::boolean' : ''}`
  const [now, readAt] = [written.length + 2, written.length + 3]

  const all = statement<Row>(`${name}.all`, listed)
  const page = statement<Row>(`${name}.page`, `${listed} limit $3 offset $4`)
  const count = statement<{ total: number }>(`${name}.count`, `select count(*)::int as total ${found}`)
  const one = statement<Row>(`${name}.one`, `select ${columns} from ${table} where id = $1`)
  const insert = statement<Row>(
    `${name}.insert`,
    `insert into ${table} (${written.join(', ')}, updated_at)
     values (${written.map((_, index) => place(index + 1)).join(', ')}, $${written.length + 1}::timestamptz)
     returning ${columns}`,
  )
  const update = statement<Row>(
    `${name}.update`,
    `update ${table} set ${written.map((field, index) => `${field} = ${shifted(index + 1)}`).join(', ')},
       updated_at = ${later(`$${now}`)}
     where id = $1
       and ($${readAt}::timestamptz is null or date_trunc('milliseconds', updated_at) = $${readAt}::timestamptz)
     returning ${columns}`,
  )
  const setStatus = statement<Row>(
    `${name}.setStatus`,
    `update ${table} set status = $2::boolean, updated_at = ${later('$3')} where id = $1 returning ${columns}`,
  )

  return (db: Database) => ({
    all: (patterns: readonly string[], status: boolean | null) => db.run(all, [patterns, status]),
    page: (patterns: readonly string[], status: boolean | null, limit: number, offset: number) =>
      db.run(page, [patterns, status, limit, offset]),
    count: async (patterns: readonly string[], status: boolean | null) =>
      (await db.run(count, [patterns, status]))[0]?.total ?? 0,
    one: async (id: number) => (await db.run(one, [id]))[0] ?? null,
    /** `values` of the fields in their order, then the status. */
    insert: async (tx: Queries, values: readonly Value[], at: Date) =>
      (await tx.run(insert, [...values, at]))[0] ?? null,
    /** Null where there is no such row, or somebody changed it since it was read. */
    update: async (tx: Queries, id: number, values: readonly Value[], at: Date, read: Date | null) =>
      (await tx.run(update, [id, ...values, at, read]))[0] ?? null,
    setStatus: async (tx: Queries, id: number, status: boolean, at: Date) =>
      (await tx.run(setStatus, [id, status, at]))[0] ?? null,
  })
}
