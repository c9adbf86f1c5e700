/** What is read of a database to be saved: in a backup at one moment, and again where it was restored. */
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { FileEntry } from './manifest.ts'

const tables = statement<{ name: string }>(
  'backup.tables',
  `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss') order by 1`,
)
const files = statement<FileEntry>(
  'backup.files',
  `select key, bytes, encode(sha256, 'hex') as sha256 from files order by id`,
)
const migrations = statement<{ name: string }>(
  'backup.migrations',
  'select name from migrations order by name',
)
const version = statement<{ major: number }>(
  'backup.version',
  `select current_setting('server_version_num')::int / 10000 as major`,
)

export async function tableNames(db: Queries): Promise<string[]> {
  return (await db.run(tables, [])).map(({ name }) => name)
}

/** Rows of each table, by its name with its schema. */
export async function rowCounts(db: Queries): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of await tableNames(db)) {
    const [row] = await db.orm.execute(`select count(*)::int8 as count from ${name}`)
    counts[name] = Number(row?.count)
  }
  return counts
}

export async function majorVersion(db: Queries): Promise<number> {
  const [row] = await db.run(version, [])
  return row?.major ?? 0
}

export async function contentOf(db: Queries) {
  return {
    postgres: await majorVersion(db),
    migrations: (await db.run(migrations, [])).map(({ name }) => name),
    rows: await rowCounts(db),
    listed: await db.run(files, []),
  }
}
