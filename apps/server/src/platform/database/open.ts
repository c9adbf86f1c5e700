/**
 * Opens the database that the configuration names: the PostgreSQL at `DATABASE_URL`, or the embedded one in `DATA_DIR`. Its tables
 * are brought up to date by their owner; the server then works as the portal's role.
 */

import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/reader.ts'
import { attemptTwice } from '../errors/attempt-twice.ts'
import { reportFatalError } from '../errors/fatal-error.ts'
import { describeError, type Logger } from '../logger.ts'
import type { Database } from './database.ts'
import { openPostgres, tryPostgres } from './driver.ts'
import { startEmbeddedPostgres, withEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { type Migration, migrate } from './migrate.ts'
import type { Observe } from './observe.ts'
import { explainConnectionError, isPermissionError } from './postgres/connection-errors.ts'

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
): Promise<StartingDatabase> {
  if (config.databaseUrl !== undefined) return openForStart(config, migrations, logger, observe)
  const embedded = await startEmbeddedPostgres(config.dataDir, { onExit: stopAtOnce })
  try {
    const db = await openForStart(
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

type StartingDatabase = Database & {
  readonly limitStatements: () => void
}

/**
 * Limits in milliseconds for what no request waits for: migrations, the start, commands and imports. They find a database that hangs. A busy
 * machine may need minutes for a statement that takes milliseconds otherwise.
 */
export const workLimits = { statementTimeout: 600_000, connectionTimeout: 60_000 } as const

async function openForStart(
  { demoNow, ...urls }: DatabaseUrls & Pick<Config, 'demoNow'>,
  migrations: readonly Migration[],
  logger: Logger,
  observe?: Observe,
): Promise<StartingDatabase> {
  const starting = await openAt(urls, migrations, logger, observe)
  const serving = openPostgres({
    url: urls.databaseUrl ?? '',
    onError: logLostConnection(logger),
    observe,
    ...(demoNow === null ? {} : limitsOfTests),
  })
  let current = starting
  let ending: Promise<void> | null = null
  const endStarting = () => {
    ending ??= starting.close()
    return ending
  }
  return {
    ...serving,
    run: (statement, values) => current.run(statement, values),
    transaction: (work) => current.transaction(work),
    script: (sql) => current.script(sql),
    plain: (text, values) => current.plain(text, values),
    limitStatements: () => {
      current = serving
      endStarting().catch(logLostConnection(logger))
    },
    close: async () => {
      await Promise.all([serving.close(), endStarting()])
    },
  }
}

export async function withDatabase<T>(
  config: Config,
  migrations: readonly Migration[],
  logger: Logger,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const workAt = async (urls: DatabaseUrls) => {
    const db = await openAt(urls, migrations, logger)
    return work(db).finally(() => db.close())
  }
  if (config.databaseUrl !== undefined) return workAt(config)
  return withEmbeddedPostgres(config.dataDir, (url) =>
    workAt({ databaseUrl: url, migrationDatabaseUrl: url }),
  )
}

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

export async function askUnmigrated<T>(config: Config, ask: (db: Database) => Promise<T>): Promise<T> {
  const url = config.migrationDatabaseUrl
  if (url !== undefined) await tryConnection('MIGRATION_DATABASE_URL', { url, role: null })
  return withOwnerUrl(config, (owner) => asOwner(owner, ask))
}

type DatabaseUrls = Pick<Config, 'databaseUrl' | 'migrationDatabaseUrl'>

/** The time limits of a portal whose clock starts at a given time for tests: they find hangs, and a busy machine may take seconds. */
const limitsOfTests = { connectionTimeout: 30_000, statementTimeout: 30_000 }

function logLostConnection(logger: Logger) {
  return (error: Error) => logger.warn(describeError(error), 'database connection lost')
}

async function openAt(
  { databaseUrl = '', migrationDatabaseUrl = '' }: DatabaseUrls,
  migrations: readonly Migration[],
  logger: Logger,
  observe?: Observe,
): Promise<Database> {
  await tryConnection('MIGRATION_DATABASE_URL', { url: migrationDatabaseUrl, role: null })
  await attemptTwice(
    () => asOwner(migrationDatabaseUrl, (owner) => prepareAsOwner(owner, migrations)),
    (error) => logger.warn(describeError(error), 'the migrations failed, and are applied once more'),
  )
  await tryConnection('DATABASE_URL', { url: databaseUrl })
  return openPostgres({ url: databaseUrl, onError: logLostConnection(logger), observe, ...workLimits })
}

async function tryConnection(
  name: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL',
  options: Parameters<typeof tryPostgres>[0],
): Promise<void> {
  try {
    await tryPostgres({ ...options, connectionTimeout: 20_000, statementTimeout: 60_000 })
  } catch (error) {
    const line = explainConnectionError(error, options.url)
    throw line === null ? error : new ConfigError(`${name}: ${line}`)
  }
}

async function prepareAsOwner(owner: Database, migrations: readonly Migration[]): Promise<void> {
  try {
    await migrate(owner, migrations)
  } catch (error) {
    if (!isPermissionError(error)) throw error
    throw new ConfigError(
      'MIGRATION_DATABASE_URL should be a connection of the owner of the tables (portal_owner of deploy/roles.sql): the present user may not change them',
    )
  }
}

async function asOwner<T>(url: string, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = openPostgres({ url, connections: 2, role: null, ...workLimits })
  return work(owner).finally(() => owner.close())
}

/** Ends the process when the embedded PostgreSQL ended. The next start recovers what was acknowledged. */
function stopAtOnce(error: Error): void {
  reportFatalError(error, null)
  process.exit(1)
}
