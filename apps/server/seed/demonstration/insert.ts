/** Many rows at once, by way of JSON, with the plan's own numbers changed into the database's. */
import { createHash } from 'node:crypto'
import type { Queries } from '../../src/platform/database/database.ts'
import { statement } from '../../src/platform/database/statement.ts'

/** The database's ids for the plan's numbers 1, 2, 3 …, in that order. */
type Ids = readonly number[]

/** Takes the next ids of a table, so that rows can point at each other before they are there. */
export async function reserveIds(tx: Queries, table: string, count: number): Promise<Ids> {
  const text = `select nextval(pg_get_serial_sequence(:table_name, 'id'))::int as id from generate_series(1, :count::int)`
  const reserve = statement<{ id: number }, { table_name: string; count: number }>(
    'demonstration.reserveIds',
    text,
  )
  const rows = await tx.run(reserve, { table_name: table, count })
  return rows.map(({ id }) => id)
}

// Small enough for a server that ends statements after two seconds.
const batch = 400

/** Inserts the rows; `numbers` names the columns that hold numbers of the plan, each with the ids they stand for. */
export async function insertRows(
  tx: Queries,
  table: string,
  rows: readonly object[],
  numbers: Readonly<Record<string, Ids>> = {},
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first).join(', ')
  // A prepared statement has one text for its name. Rows of one table need not name the same columns everywhere.
  const version = createHash('sha256').update(columns).digest('hex').slice(0, 8)
  const insert = statement<never, { rows: string }>(
    `demonstration.insert.${table}.${version}`,
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${table}, :rows::json)`,
  )
  for (let from = 0; from < rows.length; from += batch) {
    const part = rows.slice(from, from + batch).map((row) => translated(row, numbers))
    await tx.run(insert, { rows: JSON.stringify(part) })
  }
}

function translated(row: object, numbers: Readonly<Record<string, Ids>>): object {
  const entries = Object.entries(row).map(([column, value]) => {
    const ids = numbers[column]
    if (ids === undefined || value === null) return [column, value]
    const id = ids[Number(value) - 1]
    if (id === undefined) throw new Error(`demonstration: ${column} ${String(value)} refers to no row`)
    return [column, id]
  })
  return Object.fromEntries(entries)
}
