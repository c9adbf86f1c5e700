/** Migrated databases for tests in the cluster that `postgres-setup.ts` started. At any time one test uses a database. */
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { fillCatalogues } from '../seed/catalogues.ts'
import { openPostgres } from '../src/platform/database/driver.ts'
import { migrate, readMigrations } from '../src/platform/database/migrate.ts'
import type { Observe } from '../src/platform/database/observe.ts'
import { letAsk, type TestDatabase } from './ask.ts'
import {
  createReusableDatabase,
  prepareReuse,
  type ReusableDatabase,
  workerConnections,
} from './databases/reusable-database.ts'

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

export async function migratePostgres(url: string): Promise<void> {
  const owner = openPostgres({ url, connections: 2, role: null, ...patientLimits })
  await migrate(owner, readMigrations(migrationsFolder))
  await owner.close()
}

/** Publishes the demonstration clinic in a migrated database, some hours before the clock of a test starts. */
export async function fillTestClinic(url: string): Promise<void> {
  const db = openPostgres({ url, connections: 2, ...patientLimits })
  const published = new Date('2026-11-26T09:00:00Z')
  await fillCatalogues(db, { isDemonstration: true, clock: { now: () => published } })
  await db.close()
}

/** Milliseconds for a connection or statement. They find hangs: a busy machine may take seconds. */
const patientLimits = { connectionTimeout: 30_000, statementTimeout: 30_000 }

let administration: pg.Pool | null = null

/** Runs a statement of the cluster's superuser. Its connection stays open, because opening one takes half as long as cloning a database. */
async function administer(statement: string): Promise<void> {
  administration ??= new pg.Pool({ connectionString: clusterUrl(), max: 1, allowExitOnIdle: true }).on(
    'error',
    // The next statement opens another connection.
    () => undefined,
  )
  await administration.query(statement)
}

async function clonePostgres(isEmpty: boolean): Promise<{ name: string; url: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const made = isEmpty ? process.env.TEST_DATABASE_EMPTY : process.env.TEST_DATABASE_TEMPLATE
  // Copying the files takes half the time of writing them to the log, which tests do without.
  await administer(`create database ${name}${made ? ` template ${made} strategy file_copy` : ''}`)
  const own = new URL(clusterUrl())
  own.pathname = `/${name}`
  if (!made) {
    await migratePostgres(own.toString())
    if (!isEmpty) await fillTestClinic(own.toString())
    await prepareReuse(own.toString())
  }
  own.searchParams.set('application_name', workerConnections)
  return { name, url: own.toString() }
}

const dropDatabase = (name: string) => administer(`drop database if exists ${name} with (force)`)

/** Databases of this worker that no test uses at present. */
const unused: Record<'filled' | 'empty', ReusableDatabase[]> = { filled: [], empty: [] }

/** More unused databases than this are dropped, because each has open connections. */
const mostUnused = 3

async function createReusable(isEmpty: boolean): Promise<ReusableDatabase> {
  const { name, url } = await clonePostgres(isEmpty)
  const opened = createReusableDatabase(url, (observe) =>
    openPostgres({ url, connections: 6, observe, ...patientLimits }),
  )
  return { ...opened, close: () => opened.close().then(() => dropDatabase(name)) }
}

async function lendDatabase(isEmpty: boolean, observe?: Observe): Promise<TestDatabase> {
  const free = unused[isEmpty ? 'empty' : 'filled']
  const database = free.pop() ?? (await createReusable(isEmpty))
  const lent = database.lend(observe, async (canBeReused) => {
    if (canBeReused && free.length < mostUnused) free.push(database)
    else await database.close()
  })
  return letAsk(lent)
}

export type TestDatabaseOptions = {
  readonly observe?: Observe | undefined
  /** Limits of a database whose connections no other test uses; those that are absent are those of production. */
  readonly limits?:
    | Pick<Parameters<typeof openPostgres>[0], 'statementTimeout' | 'connectionTimeout'>
    | undefined
}

/**
 * Opens a database with the demonstration clinic in the cluster that TEST_DATABASE_URL names. It works as the portal's role. Tests of the
 * worker that closed it before may have used it; its rows are as in a new one.
 */
export async function openTestDatabase({ observe, limits }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  if (limits === undefined) return lendDatabase(false, observe)
  const { name, url } = await clonePostgres(false)
  const db = openPostgres({ url, connections: 6, observe, ...limits })
  return letAsk({ ...db, close: () => db.close().then(() => dropDatabase(name)) })
}

/** Opens a database as {@link openTestDatabase} does, which is closed when the test ends. */
export async function provideTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const db = await openTestDatabase(options)
  onTestFinished(() => db.close())
  return db
}

/** Opens a migrated database without a clinic and without catalogues, as before the first start. */
export function openEmptyTestDatabase(): Promise<TestDatabase> {
  return lendDatabase(true)
}

/** Returns the connection string of a test's database, for a process that the test starts. */
export async function urlOfTestDatabase(db: Pick<TestDatabase, 'plain'>): Promise<string> {
  const [row] = await db.plain('select current_database() as name')
  return Object.assign(new URL(clusterUrl()), {
    pathname: `/${row && 'name' in row ? row.name : ''}`,
  }).toString()
}

function clusterUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is missing: run the tests with vitest, which starts a cluster')
  return url
}
