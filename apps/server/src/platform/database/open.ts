/**
 * Opens the database that the configuration names: the PostgreSQL at `DATABASE_URL`, or the embedded one in `DATA_DIR`. Its tables
 * are brought up to date by their owner; the server then works as the portal's role.
 */
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/reader.ts'
import { describeError, type Logger } from '../logger.ts'
import type { Database } from './database.ts'
import { openPostgres, tryPostgres } from './driver.ts'
import { startEmbeddedPostgres, withEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { type Migration, migrate } from './migrate.ts'
import type { Observe } from './observe.ts'
import { explainConnectionError, isPermissionError } from './postgres/connection-errors.ts'
import { prepareJobs } from './prepare-jobs.ts'

/**
 * Opens the server's database and applies the missing migrations. Without `DATABASE_URL` it starts the embedded PostgreSQL, which
 * `close()` stops.
 *
 * @throws {ConfigError} when a connection string does not work
 * @throws {DataFolderError} when the embedded PostgreSQL cannot start in `DATA_DIR`
 */
export async function openDatabase(
  config: Config,
  migrations: readonly Migration[],
  logger: Logger,
  observe?: Observe,
): Promise<Database> {
  if (config.databaseUrl !== undefined) return openAt(config, migrations, logger, observe)
  const embedded = await startEmbeddedPostgres(config.dataDir, { onExit: stopAtOnce })
  try {
    const db = await openAt(
      { ...config, databaseUrl: embedded.url, migrationDatabaseUrl: embedded.url },
      migrations,
      logger,
      observe,
    )
    return { ...db, close: () => db.close().finally(embedded.stop) }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Opens the database for a command, beside a running portal or without one. It is closed when `work` ends. */
export async function withDatabase<T>(
  config: Config,
  migrations: readonly Migration[],
  logger: Logger,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const workAt = async (settings: DatabaseSettings) => {
    const db = await openAt(settings, migrations, logger)
    return work(db).finally(() => db.close())
  }
  if (config.databaseUrl !== undefined) return workAt(config)
  return withEmbeddedPostgres(config.dataDir, (url) =>
    workAt({ ...config, databaseUrl: url, migrationDatabaseUrl: url }),
  )
}

/** Calls `work` with the connection string of the tables' owner, with any migrations that the database has. */
export function withOwnerUrl<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  return config.migrationDatabaseUrl === undefined
    ? withEmbeddedPostgres(config.dataDir, work)
    : work(config.migrationDatabaseUrl)
}

/**
 * Gathers the statistics from which PostgreSQL plans statements, after many rows were written at once. PostgreSQL itself does so about a
 * minute later; until then a statement can take a hundred times longer.
 */
export function gatherStatistics(config: Config): Promise<void> {
  return withOwnerUrl(config, (url) =>
    asOwner(url, async (owner) => {
      await owner.plain('analyze')
    }),
  )
}

/** Calls `ask` with the database as it is before the migrations, as the owner of its tables. */
export async function askUnmigrated<T>(config: Config, ask: (db: Database) => Promise<T>): Promise<T> {
  const url = config.migrationDatabaseUrl
  if (url !== undefined) await tryConnection('MIGRATION_DATABASE_URL', { url, role: null })
  return withOwnerUrl(config, (owner) => asOwner(owner, ask))
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'migrationDatabaseUrl' | 'demoNow'>

/** The time limits of a portal whose clock starts at a given time for tests: they find hangs, and a busy machine may take seconds. */
const limitsOfTests = { connectionTimeout: 30_000, statementTimeout: 30_000 }

async function openAt(
  { databaseUrl = '', migrationDatabaseUrl = '', demoNow }: DatabaseSettings,
  migrations: readonly Migration[],
  logger: Logger,
  observe?: Observe,
): Promise<Database> {
  const onError = (error: Error) => logger.warn(describeError(error), 'database connection lost')
  await tryConnection('MIGRATION_DATABASE_URL', { url: migrationDatabaseUrl, role: null })
  await asOwner(migrationDatabaseUrl, (owner) => prepareAsOwner(owner, migrations))
  await tryConnection('DATABASE_URL', { url: databaseUrl })
  return openPostgres({ url: databaseUrl, onError, observe, ...(demoNow === null ? {} : limitsOfTests) })
}

/** Connects once. An error names the variable in one line. */
async function tryConnection(
  name: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL',
  options: Parameters<typeof tryPostgres>[0],
): Promise<void> {
  try {
    await tryPostgres(options)
  } catch (error) {
    const line = explainConnectionError(error, options.url)
    throw line === null ? error : new ConfigError(`${name}: ${line}`)
  }
}

/** Brings the tables of the portal and of its jobs up to date, which only their owner may do. */
async function prepareAsOwner(owner: Database, migrations: readonly Migration[]): Promise<void> {
  try {
    await migrate(owner, migrations)
    await prepareJobs(owner)
  } catch (error) {
    if (!isPermissionError(error)) throw error
    throw new ConfigError(
      'MIGRATION_DATABASE_URL should be a connection of the owner of the tables (portal_owner of deploy/roles.sql): the present user may not change them',
    )
  }
}

async function asOwner<T>(url: string, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = openPostgres({ url, connections: 2, role: null, statementTimeout: 600_000 })
  return work(owner).finally(() => owner.close())
}

/** Ends the process when the embedded PostgreSQL ended. The next start recovers what was acknowledged. */
function stopAtOnce(error: Error): void {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
