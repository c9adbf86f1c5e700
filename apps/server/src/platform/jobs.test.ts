import { expect, onTestFinished, test } from 'vitest'
import { migrationsFolder, openTestDatabase } from '../../test/database.ts'
import { appRole, openPostgres } from './database/driver.ts'
import { isMigrated, migrate, readMigrations } from './database/migrate.ts'
import { prepareJobs } from './database/open.ts'
import { createJobs, migrateJobs, type PeriodicJob } from './jobs.ts'
import { createLogger } from './logger.ts'

const systemClock = { now: () => new Date() }
const logger = createLogger('silent')

async function openDatabase() {
  const db = await openTestDatabase()
  onTestFinished(() => db.close())
  return db
}

function server(db: Awaited<ReturnType<typeof openDatabase>>, jobs: PeriodicJob[]) {
  const runs: { name: string; outcome: string }[] = []
  const made = createJobs({
    sql: db.plain,
    clock: systemClock,
    logger,
    pollSeconds: 1,
    onRun: (run) => runs.push(run),
  })
  made.every(...jobs)
  onTestFinished(() => made.stop())
  return { ...made, runs }
}

/** Waits where needed, so that the next ten seconds lie in one minute. */
async function earlyInTheMinute() {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 12_000) await new Promise((resolve) => setTimeout(resolve, left + 100))
}

const everyMinute = (run: PeriodicJob['run']): PeriodicJob => ({ name: 'test.tick', cron: '* * * * *', run })

test('of two servers only one runs a tick', async () => {
  const db = await openDatabase()
  await earlyInTheMinute()
  const pair = [1, 2].map(() => server(db, [everyMinute(async () => ({}))]))
  for (const one of pair) await one.start()
  const runs = () => pair.flatMap((one) => one.runs)
  await expect.poll(runs, { timeout: 10_000 }).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(runs()).toEqual([{ name: 'test.tick', outcome: 'done', seconds: expect.any(Number) }])
}, 40_000)

test('a job that fails is noted as failed and stops nobody else', async () => {
  const db = await openDatabase()
  await earlyInTheMinute()
  const one = server(db, [
    everyMinute(async () => {
      throw new Error('no')
    }),
    { ...everyMinute(async () => ({ removed: 3 })), name: 'test.other' },
  ])
  await one.start()
  await expect
    .poll(() => one.runs.map((run) => `${run.name} ${run.outcome}`).sort(), { timeout: 10_000 })
    .toEqual(['test.other done', 'test.tick failed'])
}, 40_000)

test('a stop waits for the job under way', async () => {
  const db = await openDatabase()
  await earlyInTheMinute()
  let ended = false
  let begun = false
  const one = server(db, [
    everyMinute(async () => {
      begun = true
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      ended = true
      return {}
    }),
  ])
  await one.start()
  await expect.poll(() => begun, { timeout: 10_000 }).toBe(true)
  await one.stop()
  expect(ended).toBe(true)
}, 40_000)

test('a job that no longer exists is not scheduled any more', async () => {
  const db = await openDatabase()
  const old = server(db, [{ ...everyMinute(async () => ({})), name: 'test.gone', cron: '0 5 * * *' }])
  await old.start()
  await old.stop()
  const fresh = server(db, [{ ...everyMinute(async () => ({})), name: 'test.kept', cron: '0 5 * * *' }])
  await fresh.start()
  const rows = await db.plain('select name from pgboss.schedule order by name')
  expect(rows).toEqual([{ name: 'test.kept' }])
})

test('the server may use the tables of the job library and not change them', async () => {
  const db = await openDatabase()
  await expect(db.plain('alter table pgboss.job add column extra int')).rejects.toThrow(/owner/)
  await expect(db.plain('create table pgboss.mine (id int)')).rejects.toThrow(/permission denied/)
})

test('servers that start together for the first time bring the database up to date between them', async () => {
  const db = await openDatabase()
  const cluster = process.env.TEST_DATABASE_URL
  const url = new URL(cluster || 'postgres://nobody/')
  const [row] = await db.plain('select current_database() as name')
  url.pathname = `/${row && 'name' in row ? row.name : ''}`
  const owner = () => {
    if (!cluster) return db
    const opened = openPostgres({ url: url.toString(), connections: 2, role: null })
    onTestFinished(() => opened.close())
    return opened
  }
  const owners = [owner(), owner(), owner()]
  if (!cluster) await db.script('reset role')
  await owners[0]!.script('drop schema pgboss cascade; drop schema public cascade; create schema public')
  const migrations = readMigrations(migrationsFolder)
  await Promise.all(
    owners.map(async (one) => {
      await migrate(one, migrations)
      await migrateJobs(one.plain, appRole)
    }),
  )
  expect(await isMigrated(owners[0]!, migrations)).toBe(true)
  // As after a start that was broken off before its last steps.
  await owners[0]!.script(
    `grant insert on migrations to ${appRole}; revoke insert on pgboss.version from ${appRole}`,
  )
  await migrate(owners[0]!, migrations)
  await prepareJobs(owners[0]!)
  const rights = `select has_table_privilege($1::name, 'migrations', 'insert') as applies,
    has_table_privilege($1::name, 'pgboss.version', 'insert') as works`
  expect(await owners[0]!.plain(rights, [appRole])).toEqual([{ applies: false, works: true }])
  if (!cluster) await db.script(`set role ${appRole}`)
  const one = server(db, [{ ...everyMinute(async () => ({})), cron: '0 5 * * *' }])
  await one.start()
  expect(await db.plain('select name from pgboss.schedule')).toEqual([{ name: 'test.tick' }])
})
