/** Opens the database that the configuration names: brought up to date as its owner, given back working as the portal's role. */
import jobLibrary from 'pg-boss/package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { describeError, type Logger } from '../logger.ts'
import type { Database } from './database.ts'
import { appRole, openPostgres, overEmbedded } from './driver.ts'
import { type Migration, migrate } from './migrate.ts'
import type { Observe } from './observe.ts'
import { allowUpkeep } from './upkeep.ts'

export async function openDatabase(
  config: Config,
  migrations: readonly Migration[],
  logger: Logger,
  observe?: Observe,
): Promise<Database> {
  const onError = (error: Error) => logger.warn(describeError(error), 'database connection lost')
  if (config.databaseUrl === undefined || config.migrationDatabaseUrl === undefined) {
    const { openEmbedded } = await import('./embedded.ts')
    const db = overEmbedded(await openEmbedded(config.dataDir, { onFatal: stopAtOnce }), observe)
    await migrate(db, migrations)
    await prepareJobs(db)
    await allowUpkeep(db, appRole)
    await db.script(`set role ${appRole}`)
    return db
  }
  await asOwner(config.migrationDatabaseUrl, (owner) => migrate(owner, migrations))
  return openPostgres({ url: config.databaseUrl, onError, observe })
}

/** Works on PostgreSQL as the owner of the tables. */
export async function asOwner(url: string, work: (owner: Database) => Promise<unknown>): Promise<void> {
  const owner = openPostgres({ url, connections: 2, role: null, statementTimeout: 600_000 })
  try {
    await work(owner)
  } finally {
    await owner.close()
  }
}

// As a whole preparation leaves it: what the role may do comes last.
const preparedJobs = `select has_table_privilege($1::name, to_regclass('pgboss.version'), 'insert') as prepared`

async function areJobsPrepared(owner: Database): Promise<boolean> {
  const [found] = await owner.plain(preparedJobs, [appRole])
  if (!found || !('prepared' in found) || found.prepared !== true) return false
  const [kept] = await owner.plain('select version from pgboss.version')
  return kept !== undefined && 'version' in kept && kept.version === jobLibrary.pgboss.schema
}

/** The library itself takes longer to be loaded than to be asked whether its tables are those that it wants. */
export async function prepareJobs(owner: Database): Promise<void> {
  if (await areJobsPrepared(owner)) return
  const { migrateJobs } = await import('../jobs.ts')
  await migrateJobs(owner.plain, appRole)
}

/** An embedded database that lost its disk or its engine can keep no promise: the next start recovers what was acknowledged. */
function stopAtOnce(error: Error): void {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
