import { expect, onTestFinished, test } from 'vitest'
import { migrationsFolder, provideTestDatabase, urlOfTestDatabase } from '../../test/database.ts'
import { appRole, openPostgres } from './database/driver.ts'
import { isMigrated, migrate, readMigrations } from './database/migrate.ts'
import { prepareJobs } from './database/prepare-jobs.ts'
import { createJobs, migrateJobs, type PeriodicJob } from './jobs.ts'
import { createLogger } from './logger.ts'

const systemClock = { now: () => new Date() }
const logger = createLogger('silent')

async function openDatabase() {
  const db = await provideTestDatabase()
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

/** A job whose last tick was missed, so that it runs at the start. */
const everyMinute = (run: PeriodicJob['run']): PeriodicJob => ({ name: 'test.tick', cron: '* * * * *', run })

test('only one of two servers runs each tick of a job', async () => {
  const db = await openDatabase()
  const minute = () => Math.floor(Date.now() / 60_000)
  const first = minute()
  const pair = [1, 2].map(() => server(db, [everyMinute(async () => ({}))]))
  for (const one of pair) await one.start()
  const runs = () => pair.flatMap((one) => one.runs)
  await expect.poll(runs).not.toEqual([])
  for (const one of pair) await one.stop()
  expect(runs()[0]).toEqual({ name: 'test.tick', outcome: 'done', seconds: expect.any(Number) })
  // More than one run means that a minute began meanwhile.
  expect(runs().length).toBeLessThanOrEqual(1 + minute() - first)
  const jobs = await db.plain(`select state::text from pgboss.job where name = 'test.tick'`)
  expect(jobs).toEqual(runs().map(() => ({ state: 'completed' })))
})

test('a job that fails is reported as failed, and other jobs still run', async () => {
  const db = await openDatabase()
  const one = server(db, [
    everyMinute(async () => {
      throw new Error('no')
    }),
    { ...everyMinute(async () => ({ removed: 3 })), name: 'test.other' },
  ])
  await one.start()
  await expect
    .poll(() => new Set(one.runs.map((run) => `${run.name} ${run.outcome}`)))
    .toEqual(new Set(['test.other done', 'test.tick failed']))
})

test('stopping the jobs waits for the running job', async () => {
  const db = await openDatabase()
  const events: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const one = server(db, [
    everyMinute(async () => {
      events.push('begun')
      await promise
      events.push('ended')
      return {}
    }),
  ])
  await one.start()
  await expect.poll(() => events).toEqual(['begun'])
  const stopping = one.stop().then(() => events.push('stopped'))
  setTimeout(resolve, 100)
  await stopping
  expect(events).toEqual(['begun', 'ended', 'stopped'])
})

test('the server’s database role may use the tables of the job library but not alter them', async () => {
  const db = await openDatabase()
  await expect(db.plain('alter table pgboss.job add column extra int')).rejects.toThrow(/owner/)
  await expect(db.plain('create table pgboss.mine (id int)')).rejects.toThrow(/permission denied/)
})

test('three servers that start at the same time on an empty database migrate it together', async () => {
  const db = await openDatabase()
  const url = await urlOfTestDatabase(db)
  const owner = () => {
    const opened = openPostgres({ url, connections: 2, role: null })
    onTestFinished(() => opened.close())
    return opened
  }
  const owners = [owner(), owner(), owner()]
  await owners[0]!.script('drop schema pgboss cascade; drop schema public cascade; create schema public')
  const migrations = readMigrations(migrationsFolder)
  await Promise.all(
    owners.map(async (one) => {
      await migrate(one, migrations)
      await migrateJobs(one.plain, appRole)
    }),
  )
  expect(await isMigrated(owners[0]!, migrations)).toBe(true)
  // The state after a start that was interrupted before its last steps.
  await owners[0]!.script(
    `grant insert on migrations to ${appRole}; revoke insert on pgboss.version from ${appRole}`,
  )
  await migrate(owners[0]!, migrations)
  await prepareJobs(owners[0]!)
  const rights = `select has_table_privilege($1::name, 'migrations', 'insert') as applies,
    has_table_privilege($1::name, 'pgboss.version', 'insert') as works`
  expect(await owners[0]!.plain(rights, [appRole])).toEqual([{ applies: false, works: true }])
  const one = server(db, [{ ...everyMinute(async () => ({})), cron: '0 5 * * *' }])
  await one.start()
  expect(await db.plain('select name from pgboss.schedule')).toEqual([{ name: 'test.tick' }])
})
