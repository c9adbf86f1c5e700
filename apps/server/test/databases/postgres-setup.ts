/**
 * Starts one PostgreSQL for all test files of the `server` project, with the migrated databases that the tests clone: one with the
 * demonstration clinic, and an empty one. Its programs
 * come from npm; with TEST_POSTGRES=installed, and on platforms without such a package, they are the machine's own, which
 * may be an older version. Does nothing when TEST_DATABASE_URL names a running PostgreSQL.
 */
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres/embedded-postgres.ts'
import { findEmbeddedBinaries } from '../../src/platform/database/embedded-postgres/programs.ts'
import { fillTestClinic, migratePostgres } from '../database.ts'
import { startPostgres } from '../postgres.ts'
import { prepareReuse } from './reusable-database.ts'

const template = 'portal_template'
const emptyTemplate = 'portal_empty'

const memoryFolder = '/dev/shm'

/** The free bytes that the databases of a whole test run need, with room to spare. */
const neededBytes = 2e9

/**
 * Returns the folder for the databases: the file system in memory if it has room, otherwise the system's temporary folder. A test
 * clones about a thousand small files, which takes more than twice as long on a disk.
 */
function findFolder(): string {
  if (!existsSync(memoryFolder)) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize > neededBytes ? memoryFolder : tmpdir()
}

/** Starts the PostgreSQL from npm in a temporary folder. No data has to outlive the tests, so it does not wait for the disk. */
async function startForTests(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(findFolder(), 'mi-portal-tests-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const settings = {
      max_connections: '200',
      shared_buffers: '128MB',
      fsync: 'off',
      // It counts rows that a test deleted or has not committed yet as none, from which later statements can get slow plans.
      autovacuum: 'off',
      full_page_writes: 'off',
    }
    const { url, stop } = await startEmbeddedPostgres(folder, { settings })
    return { url, stop: () => stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const isFromNpm = process.env.TEST_POSTGRES !== 'installed' && findEmbeddedBinaries() !== null
  const server = isFromNpm ? await startForTests() : await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).toString()
  await client.query(`create database ${emptyTemplate}`)
  await migratePostgres(urlOf(emptyTemplate))
  await client.query(`create database ${template} template ${emptyTemplate} strategy file_copy`)
  await client.end()
  await fillTestClinic(urlOf(template))
  await Promise.all([emptyTemplate, template].map((name) => prepareReuse(urlOf(name))))
  process.env.TEST_DATABASE_URL = server.url
  process.env.TEST_DATABASE_TEMPLATE = template
  process.env.TEST_DATABASE_EMPTY = emptyTemplate
  return async () => {
    delete process.env.TEST_DATABASE_URL
    delete process.env.TEST_DATABASE_TEMPLATE
    delete process.env.TEST_DATABASE_EMPTY
    await server.stop()
  }
}
