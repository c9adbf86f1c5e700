/**
 * Opens the database of the filled clinic: a PostgreSQL stored in a folder, or the one that DATABASE_URL names.
 */
import { join, resolve } from 'node:path'
import { startPostgres } from '../../../apps/server/test/postgres.ts'

type Filled = {
  readonly url: string
  /** Returns the process id of the postmaster, or null if PostgreSQL was not started here. */
  readonly pid: () => number | null
  readonly stop: () => Promise<void>
}

/** Settings for a machine of this size. None of them makes a commit less safe. */
const settings = {
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  work_mem: '16MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'on',
}

const project = join(import.meta.dirname, '../../..')

/** Opens the PostgreSQL in a folder, which is relative to the project because npm starts the commands of tools elsewhere. */
export async function openFilled(cluster: string | undefined): Promise<Filled> {
  if (cluster !== undefined) {
    const folder = resolve(project, cluster)
    const postgres = await startPostgres({ durable: true, settings, folder })
    return { url: postgres.url, pid: postgres.pid, stop: postgres.stop }
  }
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('say where: --cluster FOLDER, or DATABASE_URL')
  return { url, pid: () => null, stop: async () => {} }
}
