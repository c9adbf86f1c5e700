/** Databases for tests, migrated: a clone of the embedded one, or one of their own on a real PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Database } from '../src/platform/database/database.ts'
import { appRole, openPostgres, overEmbedded } from '../src/platform/database/driver.ts'
import { openEmbedded } from '../src/platform/database/embedded.ts'
import { migrate, readMigrations } from '../src/platform/database/migrate.ts'
import type { Observe } from '../src/platform/database/observe.ts'
import { migrateJobs } from '../src/platform/jobs.ts'

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

let template: Promise<Blob> | undefined

/** The migrated embedded database that tests clone. */
export async function embeddedTemplate(): Promise<Blob> {
  const embedded = await openEmbedded(null)
  const db = overEmbedded(embedded)
  await migrate(db, readMigrations(migrationsFolder))
  await migrateJobs(db.plain, appRole)
  const snapshot = await embedded.snapshot()
  await db.close()
  return snapshot
}

/** The one that `embedded-setup.ts` made for all test files, if it ran. */
function sharedTemplate(): Promise<Blob> | null {
  const path = process.env.TEST_EMBEDDED_TEMPLATE
  return path ? readFile(path).then((bytes) => new Blob([bytes])) : null
}

async function cloneEmbedded(observe?: Observe): Promise<Database> {
  template ??= sharedTemplate() ?? embeddedTemplate()
  const db = overEmbedded(await openEmbedded(null, { snapshot: await template }), observe)
  await db.script(`set role ${appRole}`)
  return db
}

/** Brings a database of PostgreSQL up to the migrations, as their owner. */
export async function migratePostgres(url: string): Promise<void> {
  const owner = openPostgres({ url, connections: 2, role: null })
  await migrate(owner, readMigrations(migrationsFolder))
  await migrateJobs(owner.plain, appRole)
  await owner.close()
}

async function clonePostgres(url: string, observe?: Observe): Promise<Database> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const made = process.env.TEST_DATABASE_TEMPLATE
  await admin.query(`create database ${name}${made ? ` template ${made}` : ''}`)
  await admin.end()
  const own = new URL(url)
  own.pathname = `/${name}`
  if (!made) await migratePostgres(own.toString())
  const db = openPostgres({ url: own.toString(), connections: 6, observe })
  return {
    ...db,
    close: async () => {
      await db.close()
      const cleaner = new pg.Client({ connectionString: url })
      await cleaner.connect()
      await cleaner.query(`drop database if exists ${name} with (force)`)
      await cleaner.end()
    },
  }
}

/** On PostgreSQL where TEST_DATABASE_URL names a cluster, else on the embedded database. Works as the portal's role. */
export function openTestDatabase(observe?: Observe): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  return url ? clonePostgres(url, observe) : cloneEmbedded(observe)
}
