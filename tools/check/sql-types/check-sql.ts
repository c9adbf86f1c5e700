/**
 * Compares the types of SQL statements with the schema: it starts PostgreSQL with all migrations in a temporary folder and asks it to
 * describe each statement. Types of a `<domain>.sql.ts` are generated from the description, others are declared by hand.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { openPostgres } from '../../../apps/server/src/platform/database/driver.ts'
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { migrate, readMigrations } from '../../../apps/server/src/platform/database/migrate.ts'
import { definedStatements, type Statement } from '../../../apps/server/src/platform/database/statement.ts'
import { compareTypes, type Described, type DescribedStatement } from './compare.ts'
import { type Declared, readDeclared } from './declared.ts'
import { compareGenerated, findSqlFiles, type GeneratedModule } from './generated.ts'

type Catalogue = {
  readonly typeOf: (id: number) => string
  readonly tableOf: (id: number) => string | null
  /** By table and number of the column. */
  readonly isNullable: (table: number, column: number) => boolean | null
}

/** Prints what is wrong with the types, or writes the generated ones. Returns whether nothing is wrong. */
export async function checkSql(
  root: string,
  { isWriting }: { readonly isWriting: boolean },
): Promise<boolean> {
  const modules = await findSqlFiles(root)
  const declared = readDeclared(root, 'apps/server/src')
  for (const file of new Set(declared.map((each) => each.file)))
    await import(pathToFileURL(join(root, file)).href)
  const mismatches = await withSchema(root, async (client) => {
    const catalogue = await readCatalogue(client)
    return [
      ...(await mismatchesOf(declared, modules, client, catalogue)),
      ...(await compareGenerated(root, modules, (one) => describe(client, one, catalogue), { isWriting })),
    ]
  })
  for (const violation of mismatches) console.log(violation)
  console.log(`sql: ${definedStatements.size} statements, ${mismatches.length} errors`)
  return mismatches.length === 0
}

async function withSchema<T>(root: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-sql-'))
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '10' }
  const { url, stop } = await startEmbeddedPostgres(folder, { settings })
  try {
    const db = openPostgres({ url, connections: 2, role: null, statementTimeout: 60_000 })
    await migrate(db, readMigrations(join(root, 'apps/server/migrations')))
    await db.close()
    const client = new pg.Client(url)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function mismatchesOf(
  declared: readonly Declared[],
  modules: readonly GeneratedModule[],
  client: pg.Client,
  catalogue: Catalogue,
): Promise<string[]> {
  const generated = new Set<Statement<unknown, unknown>>(modules.flatMap(({ statements }) => statements))
  const mismatches: string[] = []
  for (const statement of definedStatements.values()) {
    if (generated.has(statement)) continue
    const [definition] = declared
      .filter(({ names }) => names.test(statement.name))
      .sort((a, b) => fixedLength(b.names) - fixedLength(a.names))
    if (definition === undefined) {
      mismatches.push(`${statement.name}: no definition with this name was found in the source code`)
      continue
    }
    const at = `${definition.file}:${definition.line} ${statement.name}: `
    try {
      const described = await describe(client, statement, catalogue)
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
  client: pg.Client,
  { text, parameters }: { readonly text: string; readonly parameters: readonly string[] },
  { typeOf, tableOf, isNullable }: Catalogue,
): Promise<DescribedStatement> {
  const { types, columns } = await askDescription(client, text)
  return {
    text,
    columns: new Map(
      columns.map(({ name, dataTypeID, tableID, columnID }): [string, Described] => [
        name,
        { type: typeOf(dataTypeID), isNullable: isNullable(tableID, columnID), table: tableOf(tableID) },
      ]),
    ),
    parameters: new Map(
      parameters.map((name, index) => [
        name,
        { type: typeOf(types[index] ?? 0), isNullable: null, table: null },
      ]),
    ),
  }
}

type Description = { readonly types: readonly number[]; readonly columns: readonly pg.FieldDef[] }

/** Asks PostgreSQL to parse and describe a statement without running it, by the messages of its protocol. */
function askDescription(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    let types: readonly number[] = []
    let columns: readonly pg.FieldDef[] = []
    const takeTypes = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      types = dataTypeIDs
    }
    client.query({
      submit: (connection: pg.Connection) => {
        connection.once('parameterDescription', takeTypes)
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: ({ fields }: { fields: pg.FieldDef[] }) => {
        columns = fields
      },
      handleError: (error: Error, connection: pg.Connection) => {
        connection.off('parameterDescription', takeTypes)
        reject(error)
      },
      handleReadyForQuery: () => resolve({ types, columns }),
    })
  })
}

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const types = await client.query<{ id: number; name: string }>(`
    select t.oid::int as id, coalesce(base.typname, t.typname) as name
    from pg_type t left join pg_type base on base.oid = t.typbasetype`)
  const columns = await client.query<{ key: string; nullable: boolean }>(`
    select attrelid || '.' || attnum as key, not attnotnull as nullable
    from pg_attribute join pg_class c on c.oid = attrelid where attnum > 0 and c.relkind in ('r', 'p')`)
  const tables = await client.query<{ id: number; name: string }>(
    'select oid::int as id, relname as name from pg_class',
  )
  const tableNames = new Map(tables.rows.map(({ id, name }) => [id, name]))
  const names = new Map(types.rows.map(({ id, name }) => [id, name]))
  const nullable = new Map(columns.rows.map(({ key, nullable: may }) => [key, may]))
  return {
    typeOf: (id) => names.get(id) ?? 'unknown',
    tableOf: (id) => tableNames.get(id) ?? null,
    isNullable: (table, column) => nullable.get(`${table}.${column}`) ?? null,
  }
}
