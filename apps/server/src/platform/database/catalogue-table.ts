/** Writes the rows of catalogues into their tables. Rows are never deleted, because records point to them. */
import type { Queries } from './database.ts'
import { statement } from './statement.ts'

type CatalogueTable = { readonly table: string; readonly key: string }

type CatalogueRow = Readonly<Record<string, unknown>>

export async function writeCatalogueRows(
  tx: Queries,
  { table, key }: CatalogueTable,
  rows: readonly CatalogueRow[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const all = columns.join(', ')
  const changed = columns.filter((column) => column !== key)
  const write = statement<never, { rows: string }>(
    `catalogues.write.${table}`,
    `insert into ${table} as stored (${all})
     select ${all} from json_populate_recordset(null::${table}, :rows::json)
     on conflict (${key}) do update set ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}
     where (${changed.map((column) => `stored.${column}`).join(', ')})
       is distinct from (${changed.map((column) => `excluded.${column}`).join(', ')})`,
  )
  await tx.run(write, { rows: JSON.stringify(rows) })
}

/** Retires all rows except those with the given keys, which lose the mark. The table has the column `retired_at`. */
export async function retireOtherRows(
  tx: Queries,
  { table, key }: CatalogueTable,
  offered: readonly (string | number)[],
  now: Date,
): Promise<void> {
  const retire = statement<never, { offered: readonly string[]; now: Date }>(
    `catalogues.retire.${table}`,
    `update ${table} set retired_at = case when ${key}::text = any(:offered::text[]) then null else :now::timestamptz end
     where (${key}::text = any(:offered::text[])) = (retired_at is not null)`,
  )
  await tx.run(retire, { offered: offered.map(String), now })
}
