/**
 * Compares the declared types of SQL statements with the schema: it starts PostgreSQL with all migrations in a temporary folder and
 * asks it to describe each statement.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import postgres from 'postgres'
import { openPostgres } from '../../../apps/server/src/platform/database/driver.ts'
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { migrate, readMigrations } from '../../../apps/server/src/platform/database/migrate.ts'
import { definedStatements } from '../../../apps/server/src/platform/database/statement.ts'
import { compareTypes, type Described, type DescribedStatement } from './compare.ts'
import { type Declared, readDeclared } from './declared.ts'

type Catalogue = {
  readonly typeOf: (id: number) => string
  /** By table and number of the column. */
  readonly isNullable: (table: number, column: number) => boolean | null
}

/** Prints what is wrong with the declared types. Returns whether nothing is. */
export async function checkSql(root: string): Promise<boolean> {
  const declared = readDeclared(root, 'apps/server/src')
  for (const file of new Set(declared.map((each) => each.file)))
    await import(pathToFileURL(join(root, file)).href)
  const mismatches = await withSchema(root, (sql) => mismatchesOf(declared, sql))
  for (const violation of mismatches) console.log(violation)
  console.log(`sql: ${definedStatements.size} statements, ${mismatches.length} errors`)
  return mismatches.length === 0
}

async function withSchema<T>(root: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-sql-'))
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '10' }
  const { url, stop } = await startEmbeddedPostgres(folder, { settings })
  try {
    const db = openPostgres({ url, connections: 2, role: null, statementTimeout: 60_000 })
    await migrate(db, readMigrations(join(root, 'apps/server/migrations')))
    await db.close()
    const { hostname, searchParams, pathname, username, password, port } = new URL(url)
    const sql = postgres({
      host: searchParams.get('host') ?? hostname,
      port: Number(port || 5432),
      database: pathname.slice(1),
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      max: 1,
    })
    try {
      return await work(sql)
    } finally {
      await sql.end()
    }
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function mismatchesOf(declared: readonly Declared[], sql: postgres.Sql): Promise<string[]> {
  const catalogue = await readCatalogue(sql)
  const mismatches: string[] = []
  for (const statement of definedStatements.values()) {
    const [definition] = declared
      .filter(({ names }) => names.test(statement.name))
      .sort((a, b) => fixedLength(b.names) - fixedLength(a.names))
    if (definition === undefined) {
      mismatches.push(`${statement.name}: no definition with this name was found in the source code`)
      continue
    }
    const at = `${definition.file}:${definition.line} ${statement.name}: `
    try {
      const described = await describe(sql, statement, catalogue)
      mismatches.push(...compareTypes(definition, described).map((violation) => at + violation))
    } catch (error) {
      mismatches.push(at + (error instanceof Error ? error.message : String(error)))
    }
  }
  return mismatches
}

/** Returns the length of a name without its variable parts. The longest one that matches names its statement best. */
function fixedLength({ source }: RegExp): number {
  return source.replaceAll('\\w*', '').length
}

async function describe(
  sql: postgres.Sql,
  { text, parameters }: { readonly text: string; readonly parameters: readonly string[] },
  { typeOf, isNullable }: Catalogue,
): Promise<DescribedStatement> {
  const { types, columns } = await sql.unsafe(text).describe()
  return {
    text,
    columns: new Map(
      (columns as readonly (postgres.Column<string> & { table?: number; number?: number })[]).map(
        ({ name, type, table = 0, number = 0 }): [string, Described] => [
          name,
          { type: typeOf(type), isNullable: isNullable(table, number) },
        ],
      ),
    ),
    parameters: new Map(
      parameters.map((name, index) => [name, { type: typeOf(types[index] ?? 0), isNullable: null }]),
    ),
  }
}

async function readCatalogue(sql: postgres.Sql): Promise<Catalogue> {
  const types = await sql<{ id: number; name: string }[]>`
    select t.oid::int as id, coalesce(base.typname, t.typname) as name
    from pg_type t left join pg_type base on base.oid = t.typbasetype`
  const columns = await sql<{ key: string; nullable: boolean }[]>`
    select attrelid || '.' || attnum as key, not attnotnull as nullable
    from pg_attribute join pg_class c on c.oid = attrelid where attnum > 0 and c.relkind in ('r', 'p')`
  const names = new Map(types.map(({ id, name }) => [id, name]))
  const nullable = new Map(columns.map(({ key, nullable: may }) => [key, may]))
  return {
    typeOf: (id) => names.get(id) ?? 'unknown',
    isNullable: (table, column) => nullable.get(`${table}.${column}`) ?? null,
  }
}
