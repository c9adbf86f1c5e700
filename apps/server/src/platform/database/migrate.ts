/**
 * Brings a database up to the migrations: plain SQL files, numbered, forward only, each in a transaction of its own.
 * Those that begin with `-- one by one` go statement by statement instead, each of which can be said again: what they
 * build concurrently cannot be built inside a transaction.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Queries } from './database.ts'
import { statementsOf } from './script-parts.ts'
import { type Statement, statement } from './statement.ts'

export type Migration = { readonly name: string; readonly sql: string; readonly hash: string }

/** The migrations of a folder in their order. Throws when two share a number, and for a name that is none of a migration. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).sort()
  names.forEach((name, index) => {
    if (!/^\d{4}_[a-z0-9_-]+\.sql$/.test(name))
      throw new Error(`migrations: ${name} is no migration name such as 0001_foundations.sql`)
    // A number may be missing: each migration is applied on its own, and only its place in the order counts.
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

/** Returns a statement of a migration. Not prepared under a name, because each runs once. */
function partOf(text: string): Statement<never> {
  return { name: 'migrations.part', text, parameters: [], isReplanned: true }
}

const oneByOne = '-- one by one'

/** Texts that these had before: their heavy part went to a later one, and what comes of both together is the same. */
const earlierTexts: Readonly<Record<string, string>> = {
  '0025_growth.sql': '81d5e98292b839c767d7c2e0c4539e46aef3ba97e7739fa48fb5568f9e25281c',
  '0029_exports_breaches.sql': '887609132010d2675131ce3de320b339b7389ca16ff4311d5b01f872c13d15a0',
}

function isText(hash: string, migration: Migration): boolean {
  return hash === migration.hash || hash === earlierTexts[migration.name]
}

/** Milliseconds that a migration waits for a lock: whoever asks for the same table next waits behind it. */
const lockTimeout = 700
/** Milliseconds between two tries of a migration that did not get its lock, and until it is given up. */
const betweenTries = 1_000
const triedFor = 600_000

const limitLocks = statement<never>('migrations.limitLocks', `set local lock_timeout = ${lockTimeout}`)

/** `lock_not_available`: somebody reads or writes the table for long, such as a backup. */
function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '55P03') || isLocked(error.cause)
}

/** Tries until the locks are free; between two tries everybody else goes on. */
async function onceFree<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error)) throw error
      if (performance.now() - began > triedFor)
        throw new Error(
          `migrations: ${name} could not lock its tables within ten minutes. docs/operations/upgrades.md says how to find what holds them`,
          { cause: error },
        )
      await wait(betweenTries)
    }
  }
}

/**
 * Applies what is missing and gives back the names applied. Two servers starting together wait for each other.
 * Throws when the database holds a migration that this version does not know, or one whose text has changed.
 * `db` must be connected as the owner of the tables, by two connections or more.
 */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  // So it is at nearly every start: one look takes milliseconds, a transaction for each of them half a second.
  if (await isUpToDate(db, migrations)) return []
  // Under the lock as well: two servers that make the table at once would both be told that it is not there.
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
      for (const part of statementsOf(migration.sql)) await tx.run(partOf(part), [])
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
    throw new Error(
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
  if (known && !isText(known.hash, migration))
    throw new Error(`migrations: ${migration.name} was changed after it was applied`)
  return known !== undefined
}

// An index that a build which was broken off left, of no use, or that the database still builds for a server that is gone.
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
 * One server at a time: two that build indexes would wait for each other. The lock is asked for again and again and
 * never waited for, because a build waits for the end of every statement that began before it, a waiting one included.
 */
async function alone<T>(db: Database, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await db.transaction(async (tx) => {
      const [own] = await tx.run(takeAlone, { lock_key: oneByOneKey })
      // After the question, whose view of the database lasts until something else is said; the build waits for that too.
      await tx.run(allowIdle, [])
      return own?.taken ? { result: await work() } : undefined
    })
    if (done) return done.result
    await wait(betweenTries)
  }
}

/** Each statement says itself that a second time does nothing: a start that was broken off leaves some of them done. */
async function sayOneByOne(db: Database, migration: Migration): Promise<boolean> {
  if (await isApplied(db, migration)) return false
  for (const part of statementsOf(migration.sql)) {
    if (/^\w+ index concurrently /.test(part)) await concurrently(db, part)
    else await onceFree(migration.name, () => quickly(db, part))
  }
  await db.run(record, { name: migration.name, hash: migration.hash })
  return true
}

async function quickly(db: Database, part: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(limitLocks, [])
    await tx.run(partOf(part), [])
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

// As the end of a whole run leaves it: one that was broken off before its last step is not.
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
    rows.some((row) => row.name === migration.name && isText(row.hash, migration)),
  )
}

function strangerAmong(rows: readonly Applied[], migrations: readonly Migration[]): string | undefined {
  return rows.find((row) => !migrations.some((known) => known.name === row.name))?.name
}

/** Whether every migration has been applied, for the readiness probe. */
export async function isMigrated(db: Database, migrations: readonly Migration[]): Promise<boolean> {
  return areAll(await db.run(applied, []), migrations)
}
