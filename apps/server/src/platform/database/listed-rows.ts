/** Statements of a table whose rows are searched, listed in an order, shown or hidden, and changed with an optimistic lock. */
import { orderRows, toCount } from './sql-parts.ts'
import { defineSql, type Statement } from './statement.ts'

type Listing = {
  readonly table: string
  /** The columns that staff write, without the status. One that may be null ends in `?`. */
  readonly fields: readonly string[]
  readonly words: string
  readonly order: string
  readonly sorted: Readonly<Record<string, string>>
}

type Filter = { readonly patterns: readonly string[]; readonly status: boolean | null }

export type ListedRows<Row> = {
  readonly all: Statement<Row, Filter>
  readonly page: Statement<Row, Filter & { limit_rows: number; offset_rows: number; order?: string | null }>
  readonly count: Statement<{ count: number }, Filter>
  readonly one: Statement<Row, { id: number }>
  readonly insert: Statement<Row, WrittenRow<Row> & { now: Date }>
  /** Returns no row if it does not exist, or was changed since `read_at`. */
  readonly update: Statement<Row, WrittenRow<Row> & { id: number; now: Date; read_at: Date | null }>
  readonly setStatus: Statement<Row, { id: number; status: boolean; now: Date }>
}

export type WrittenRow<Row> = Omit<Row, 'id' | 'updated_at'>

type ListedTypes = Readonly<
  Record<keyof ListedRows<object>, { readonly row: object; readonly given: object }>
>

export function defineListedRows<Types extends ListedTypes>(
  domain: string,
  { table, fields, words, order, sorted }: Listing,
) {
  const sql = defineSql<Types>(domain)
  const written = [...fields.map((field) => field.replace('?', '')), 'status']
  const parameters = [...fields.map((field) => `:${field}`), ':status::boolean']
  const columns = ['id', ...written, 'updated_at'].join(', ')
  const found = `from ${table}
    where lower(unaccent(${words})) like all(:patterns::text[])
      and (:status?::boolean is null or status = :status?::boolean)`
  // Two changes of the same millisecond must differ too.
  const later = `greatest(:now::timestamptz, updated_at + interval '1 millisecond')`
  const sortedRows = orderRows(sorted, `${order}, id`)
  const assigned = written.map((field, index) => `${field} = ${parameters[index]}`).join(', ')
  return {
    all: sql('all')`select ${columns} ${found} order by ${order}, id`,
    page: sql('page', { isReplanned: true })`
      select ${columns} ${found} ${sortedRows} limit :limit_rows::int offset :offset_rows::int`,
    count: sql('count')`${toCount(found)}`,
    one: sql('one')`select ${columns} from ${table} where id = :id`,
    insert: sql('insert')`insert into ${table} (${written.join(', ')}, updated_at)
     values (${parameters.join(', ')}, :now::timestamptz)
     returning ${columns}`,
    update: sql('update')`update ${table} set ${assigned}, updated_at = ${later}
     where id = :id
       and (:read_at?::timestamptz is null or date_trunc('milliseconds', updated_at) = :read_at?::timestamptz)
     returning ${columns}`,
    setStatus: sql('setStatus')`
      update ${table} set status = :status::boolean, updated_at = ${later} where id = :id returning ${columns}`,
  }
}
