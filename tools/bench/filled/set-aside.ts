/**
 * Drops the indexes and constraints of the filled tables before rows are copied, and restores them afterwards.
 */
import type pg from 'pg'
import { tableNames } from './rows.ts'

const tables = `'{${tableNames.join(',')}}'::regclass[]`

/**
 * Selects the keys, exclusions, foreign keys and indexes of the tables, and foreign keys of other tables that
 * refer to them.
 */
const found = `
  select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition,
    case c.contype when 'f' then 3 else 1 end as place, true as is_constraint
  from pg_constraint c
  where c.contype in ('p', 'u', 'x', 'f') and (c.conrelid = any(${tables}) or (c.contype = 'f' and c.confrelid = any(${tables})))
  union all
  select i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), 2, false
  from pg_index i
  where i.indrelid = any(${tables}) and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype <> 'f')`

/**
 * Drops the indexes and constraints in one transaction, and first stores their definitions. After an
 * interruption the next fill knows what is missing.
 */
export async function setAside(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  await client.query(
    `create table bench_fill.set_aside as select row_number() over (order by place, "table", name) as number, f.* from (${found}) f`,
  )
  const { rows } = await client.query(
    'select "table", name, is_constraint from bench_fill.set_aside order by number desc',
  )
  for (const { table, name, is_constraint } of rows) {
    await client.query(is_constraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`)
  }
  await client.query('commit')
}

/** Restores the missing indexes and constraints, each in a transaction of its own. */
export async function putBack(client: pg.ClientBase, tell: (what: string) => void): Promise<void> {
  const { rows } = await client.query('select * from bench_fill.set_aside order by number')
  for (const { number, table, name, definition, is_constraint } of rows) {
    const started = performance.now()
    await client.query('begin')
    await client.query(
      is_constraint ? `alter table ${table} add constraint ${name} ${definition}` : definition,
    )
    await client.query('delete from bench_fill.set_aside where number = $1', [number])
    await client.query('commit')
    tell(`${table}: ${name}, ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
}
