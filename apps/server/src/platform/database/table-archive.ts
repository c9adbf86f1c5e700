/**
 * The content of a database as tar entries that do not depend on PostgreSQL's version: the rows of each table as `copy` writes
 * them. Tables, indexes and rights are not in it: the migrations create them again before the rows are loaded.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { OperatorError } from '../errors/operator-error.ts'
import { appRole } from './driver.ts'

export class BackupError extends OperatorError {
  override name = 'BackupError'
}

export type ArchiveEntry = { readonly name: string; readonly content: Uint8Array }

type ArchivedTables = Record<string, { readonly columns: string; rows: number }>

/** A file that the database lists, with the SHA-256 of its content in hexadecimal. */
export type ListedFile = { readonly key: string; readonly bytes: number; readonly sha256: string }

const entrySize = 4 * 1024 * 1024

const lineFeed = 10

/** Reads rows within a transaction that sees the database as of one instant. */
export type DatabaseReader = {
  readonly query: <Row extends object>(sql: string) => Promise<Row[]>
  readonly copy: (select: string) => AsyncIterable<Uint8Array>
}

type DatabaseContent = {
  readonly migrations: string[]
  readonly tables: ArchivedTables
  readonly sequences: Record<string, string>
  readonly files: readonly ListedFile[]
}

// The table `migrations` is written by the migrations themselves, and the jobs' own schema by the job library.
const tablesSql = `
  select format('%I', c.relname) as name,
    string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`

const sequencesSql = `
  select format('%I', sequencename) as name, last_value::text as value
  from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename`

const filesSql = `select key, bytes, encode(sha256, 'hex') as sha256 from files order by id`

export async function describeDatabase({ query }: DatabaseReader): Promise<DatabaseContent> {
  const tables = await query<{ name: string; columns: string }>(tablesSql)
  const migrations = await query<{ name: string }>('select name from migrations order by name')
  return {
    migrations: migrations.map(({ name }) => name),
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, { columns, rows: 0 }])),
    sequences: Object.fromEntries(
      (await query<{ name: string; value: string }>(sequencesSql)).map(({ name, value }) => [name, value]),
    ),
    files: await query<ListedFile>(filesSql),
  }
}

/** Yields the rows of each table as entries `<table>/<number>.copy`, and counts them in `tables`. */
export async function* readTables(
  { copy }: DatabaseReader,
  tables: ArchivedTables,
): AsyncGenerator<ArchiveEntry> {
  for (const [name, table] of Object.entries(tables)) {
    let part = 0
    for await (const content of inEntries(copy(`select ${table.columns} from ${name}`))) {
      // Rows end with a line feed; one within a value is written as \n by `copy`.
      for (const byte of content) if (byte === lineFeed) table.rows += 1
      part += 1
      yield { name: `${name}/${String(part).padStart(6, '0')}.copy`, content }
    }
  }
}

async function* inEntries(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    size += piece.byteLength
    if (size < entrySize) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/**
 * Reads a PostgreSQL database as of one instant. What is written during the reading is left out. The reader that `work` receives
 * is valid until `work` has ended.
 *
 * @param url connection of a role that can read every table
 */
export async function withSnapshot<T>(url: string, work: (reader: DatabaseReader) => Promise<T>): Promise<T> {
  return connected(url, async (client) => {
    await client.query('begin isolation level repeatable read, read only')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    return work({
      query: async (sql) => (await client.query(sql)).rows,
      copy: (select) => client.query(copyTo(`copy (${select}) to stdout`)),
    })
  })
}

/**
 * Loads the rows of an archive into a database that the migrations of the backup have just created, in one transaction. Rows
 * that the migrations wrote are replaced.
 *
 * @param url connection of the owner of the tables
 * @throws {BackupError} when a table has another number of rows afterwards than the backup counted
 */
export async function loadTables(
  url: string,
  { tables, sequences }: Pick<DatabaseContent, 'tables' | 'sequences'>,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  await connected(url, async (client) => {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    const names = Object.keys(tables)
    const keys = await dropForeignKeys(client)
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${names.join(', ')}`)
    await copyEntries(client, tables, entries)
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const { name, constraint, definition } of keys)
      await client.query(`alter table ${name} add constraint ${constraint} ${definition}`)
    for (const [name, value] of Object.entries(sequences))
      await client.query('select setval($1::regclass, $2::bigint)', [name, value])
    await requireCounts(client, tables)
    await client.query('commit')
    await client.query('analyze')
  })
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // A connection that breaks also fails the statement under way, which reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Drops all foreign keys, so that tables can be loaded in any order. Adding them again checks every row. */
async function dropForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ name: string; constraint: string; definition: string }>(`
    select conrelid::regclass::text as name, format('%I', conname) as constraint, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`)
  for (const { name, constraint } of rows)
    await client.query(`alter table ${name} drop constraint ${constraint}`)
  return rows
}

/** Copies the entries of each table in turn. All entries of a table follow each other. */
async function copyEntries(
  client: pg.Client,
  tables: ArchivedTables,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  const all = entries[Symbol.asyncIterator]()
  let next = await all.next()
  while (!next.done) {
    const name = findTable(next.value.name)
    const table = tables[name]
    if (!table) throw new BackupError(`the backup holds rows of ${name}, which its manifest does not list`)
    async function* rowsOfTable() {
      while (!next.done && findTable(next.value.name) === name) {
        yield next.value.content
        next = await all.next()
      }
    }
    await pipeline(
      Readable.from(rowsOfTable()),
      client.query(copyFrom(`copy ${name} (${table.columns}) from stdin`)),
    )
  }
}

function findTable(entry: string): string {
  return entry.slice(0, entry.lastIndexOf('/'))
}

async function requireCounts(client: pg.Client, tables: ArchivedTables): Promise<void> {
  const wrong: string[] = []
  for (const [name, { rows: expected }] of Object.entries(tables)) {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${name}`)
    const found = Number(rows[0]?.count)
    if (found !== expected) wrong.push(`${name} has ${found} rows instead of ${expected}`)
  }
  if (wrong.length > 0) throw new BackupError(`not restored: ${wrong.join('; ')}`)
}

/** Drops the portal's tables, functions and types. Keeps what belongs to extensions. */
const emptyAgain = `
  do $$
  declare
    made record;
  begin
    for made in
      select format('drop table if exists %s cascade', oid::regclass) as command from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      union all
      select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop
      execute made.command;
    end loop;
  end $$`

/**
 * Requires that a database has no tables and that its cluster has the role of the portal.
 *
 * @throws {BackupError} when the database has tables or the role is missing
 */
export async function requireEmptyDatabase(url: string): Promise<void> {
  await connected(url, async (client) => {
    const tables = await client.query(`
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = 'public' limit 1`)
    if (tables.rowCount !== 0)
      throw new BackupError('the database has tables already: restore into an empty one')
    const role = await client.query(`select from pg_roles where rolname = $1`, [appRole])
    if (role.rowCount === 0)
      throw new BackupError(`the role ${appRole} is missing: run deploy/roles.sql first`)
  })
}

export async function emptyDatabase(url: string): Promise<void> {
  await connected(url, (client) => client.query(emptyAgain))
}
