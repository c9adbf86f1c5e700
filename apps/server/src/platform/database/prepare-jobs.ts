/** Brings the tables of the job library up to date, which only their owner may do. */
import jobLibrary from 'pg-boss/package.json' with { type: 'json' }
import type { Database } from './database.ts'
import { appRole } from './driver.ts'

// As a whole preparation leaves it: what the role may do comes last.
const preparedJobs = `select has_table_privilege($1::name, to_regclass('pgboss.version'), 'insert') as prepared`

async function areJobsPrepared(owner: Database): Promise<boolean> {
  const [found] = await owner.plain(preparedJobs, [appRole])
  if (!found || !('prepared' in found) || found.prepared !== true) return false
  const [stored] = await owner.plain('select version from pgboss.version')
  return stored !== undefined && 'version' in stored && stored.version === jobLibrary.pgboss.schema
}

/** The library itself takes longer to be loaded than to be asked whether its tables are those that it wants. */
export async function prepareJobs(owner: Database): Promise<void> {
  if (await areJobsPrepared(owner)) return
  const { migrateJobs } = await import('../jobs.ts')
  await migrateJobs(owner.plain, appRole)
}
