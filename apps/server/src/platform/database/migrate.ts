/**
 * Brings a database up to date with the migrations. They are numbered SQL files that only go forward, and each runs in its own transaction.
 * A migration that begins with `-- one by one` runs statement by statement instead, because it builds indexes concurrently. PostgreSQL does
 * not allow that inside a transaction. Each statement of such a migration can be repeated.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '../errors/operator-error.ts'
import type { Database, Queries } from './database.ts'
import { splitStatements } from './script-parts.ts'
import { type Statement, statement } from './statement.ts'

export type Migration = { readonly name: string; readonly sql: string; readonly hash: string }

export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).sort()
  names.forEach((name, index) => {
    if (!/^\d{4}_[a-z0-9_-]+\.sql$/.test(name))
      throw new Error(`migrations: ${name} is no migration name such as 0001_baseline.sql`)
    // A number may be missing, because only the order of the migrations counts.
    if (name.slice(0, 4) === names[index - 1]?.slice(0, 4))
      throw new Error(`migrations: ${name} shares its number with ${names[index - 1]}`)
  })
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8')
    return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
  })
}

const lockKey = 7_212_026
const oneByOneKey = lockKey + 1

type Applied = { readonly name: string; readonly hash: string }

const applied = statement<Applied>('migrations.applied', 'select name, hash from migrations order by name')

const lock = statement<never>('migrations.lock', `select pg_advisory_xact_lock(${lockKey})`)
const createTable = statement<never>(
  'migrations.createTable',
  'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
)
const revokeAll = statement<never>('migrations.revokeAll', 'revoke all on migrations from portal_app')
const grantReading = statement<never>('migrations.grantReading', 'grant select on migrations to portal_app')

/** Returns a statement of a migration. It is not prepared under a name, because it runs only once. */
function makePart(text: string): Statement<never> {
  return { name: 'migrations.part', text, parameters: [], isReplanned: true }
}

const oneByOne = '-- one by one'

/** Milliseconds that a migration waits for a lock. Other statements on the same table wait behind it. */
const lockTimeout = 700
/** Milliseconds between two attempts to get a lock. */
const betweenTries = 1_000
/** Milliseconds after which a migration that does not get its lock fails. */
const triedFor = 600_000

const limitLocks = statement<never>('migrations.limitLocks', `set local lock_timeout = ${lockTimeout}`)

/** Returns whether the error is `lock_not_available`: another statement uses the table for long, such as a backup. */
function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '55P03') || isLocked(error.cause)
}

/** Repeats the work until it gets its locks. Other statements can run between two attempts. */
async function onceFree<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error)) throw error
      if (performance.now() - began > triedFor)
        throw new OperatorError(
          `migrations: ${name} could not lock its tables within ten minutes. docs/operations/upgrades.md says how to find what holds them`,
          { cause: error },
        )
      await wait(betweenTries)
    }
  }
}

/**
 * Applies the missing migrations and returns their names. Servers that start together wait for each other.
 * Throws if the database has a migration that this version does not know, or one whose text has changed. `db`
 * must be connected as the owner of the tables, with at least two connections.
 */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  // At nearly every start all migrations are applied. This check takes milliseconds, and a transaction for each
  // migration would take half a second.
  if (await isUpToDate(db, migrations)) return []
  // The table is also created under the lock. Otherwise two servers could both find it missing and create it.
  await db.transaction(async (tx) => {
    await tx.run(lock, [])
    await tx.run(createTable, [])
  })
  const done: string[] = []
  for (const migration of migrations) {
    const apply = async (tx: Queries) => {
      await tx.run(lock, [])
      if (await isApplied(tx, migration)) return false
      await tx.run(limitLocks, [])
      for (const part of splitStatements(migration.sql)) await tx.run(makePart(part), [])
      await tx.run(record, { name: migration.name, hash: migration.hash })
      return true
    }
    const fresh = migration.sql.startsWith(oneByOne)
      ? await alone(db, () => sayOneByOne(db, migration))
      : await onceFree(migration.name, () => db.transaction(apply))
    if (fresh) done.push(migration.name)
  }
  const stranger = strangerAmong(await db.run(applied, []), migrations)
  if (stranger !== undefined)
    throw new OperatorError(
      `migrations: the database holds ${stranger}, which this version does not know. Install the version that applied it`,
    )
  await db.transaction(async (tx) => {
    await tx.run(lock, [])
    await tx.run(revokeAll, [])
    await tx.run(grantReading, [])
  })
  return done
}

const record = statement<never, { name: string; hash: string }>(
  'migrations.record',
  'insert into migrations (name, hash) values (:name, :hash) on conflict do nothing',
)

async function isApplied(db: Queries, migration: Migration): Promise<boolean> {
  const known = (await db.run(applied, [])).find((row) => row.name === migration.name)
  if (known && known.hash !== migration.hash)
    throw new Error(`migrations: ${migration.name} was changed after it was applied`)
  return known !== undefined
}

// Finds an invalid index. Either an interrupted build left it, or the database still builds it for a server
// that is gone.
const unfinished = statement<{ building: boolean }, { index_name: string }>(
  'migrations.unfinished',
  `select exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as building
   from pg_index i where i.indexrelid = to_regclass(:index_name) and not i.indisvalid`,
)

const allowIdle = statement<never>(
  'migrations.allowIdle',
  'set local idle_in_transaction_session_timeout = 0',
)
const takeAlone = statement<{ taken: boolean }, { lock_key: number }>(
  'migrations.take_alone',
  'select pg_try_advisory_xact_lock(:lock_key) as taken',
)

/**
 * Runs the work on one server at a time, because two servers that build indexes would wait for each other. The lock is polled. A concurrent
 * build waits for every statement that began before it, so a statement that waits for the lock would block the build.
 */
async function alone<T>(db: Database, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await db.transaction(async (tx) => {
      const [own] = await tx.run(takeAlone, { lock_key: oneByOneKey })
      // Follows the lock query, because it also releases the snapshot of that query. The index build would wait
      // for the snapshot.
      await tx.run(allowIdle, [])
      return own?.taken ? { result: await work() } : undefined
    })
    if (done) return done.result
    await wait(betweenTries)
  }
}

async function sayOneByOne(db: Database, migration: Migration): Promise<boolean> {
  if (await isApplied(db, migration)) return false
  for (const part of splitStatements(migration.sql)) {
    if (/^\w+ index concurrently /.test(part)) await concurrently(db, part)
    else await onceFree(migration.name, () => quickly(db, part))
  }
  await db.run(record, { name: migration.name, hash: migration.hash })
  return true
}

async function quickly(db: Database, part: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(limitLocks, [])
    await tx.run(makePart(part), [])
  })
}

async function concurrently(db: Database, part: string): Promise<void> {
  const index = /^create index concurrently if not exists (\w+)/.exec(part)?.[1]
  for (;;) {
    const [left] = index === undefined ? [] : await db.run(unfinished, { index_name: index })
    if (left === undefined) break
    if (left.building) await wait(betweenTries)
    else await db.script(`drop index concurrently if exists ${index}`)
  }
  await db.script(part)
}

// Checks that the rights on `migrations` are those that a complete run sets. An interrupted run has not set
// them.
const isReadable = statement<{ readable: boolean }>(
  'migrations.readable',
  `select coalesce((select has_table_privilege(rolname, to_regclass('migrations'), 'select')
      and not has_table_privilege(rolname, to_regclass('migrations'), 'insert, update, delete')
    from pg_roles where rolname = 'portal_app'), false) as readable`,
)

async function isUpToDate(db: Database, migrations: readonly Migration[]): Promise<boolean> {
  const [table] = await db.run(isReadable, [])
  if (table?.readable !== true) return false
  const rows = await db.run(applied, [])
  return areAll(rows, migrations) && strangerAmong(rows, migrations) === undefined
}

function areAll(rows: readonly Applied[], migrations: readonly Migration[]): boolean {
  return migrations.every((migration) =>
    rows.some((row) => row.name === migration.name && row.hash === migration.hash),
  )
}

function strangerAmong(rows: readonly Applied[], migrations: readonly Migration[]): string | undefined {
  return rows.find((row) => !migrations.some((known) => known.name === row.name))?.name
}

export async function isMigrated(db: Database, migrations: readonly Migration[]): Promise<boolean> {
  return areAll(await db.run(applied, []), migrations)
}
