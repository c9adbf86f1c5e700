/**
 * What PostgreSQL does by itself and the embedded database does not: without it tables that change much grow for ever,
 * and the planner goes by sizes of long ago.
 */
import type { PeriodicJob } from '../jobs.ts'
import type { Database } from './database.ts'

/** Lets the server's role keep the embedded database in order; it may change no table by it, and read none. */
export async function allowUpkeep(owner: Database, role: string): Promise<void> {
  await owner.script(`grant pg_maintain to ${role}`)
}

const everyTable = `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and not c.relisshared and n.nspname not in ('information_schema', 'pg_toast')
  order by 1`

/** Every night, table by table: there is one connection, and between two tables whoever waits has their turn. */
export function upkeepJob(db: Database): PeriodicJob {
  return {
    name: 'database.vacuum',
    cron: '20 4 * * *',
    run: async () => {
      const tables = await db.plain(everyTable)
      for (const table of tables) {
        if ('name' in table) await db.script(`vacuum analyze ${table.name}`)
      }
      return { tables: tables.length }
    },
  }
}
