import { expect, onTestFinished, test } from 'vitest'
import type { TestDatabase } from '../../test/ask.ts'
import { migrationsFolder, provideTestDatabase, urlOfTestDatabase } from '../../test/database.ts'
import { appRole, openPostgres } from './database/driver.ts'
import { isMigrated, migrate, readMigrations } from './database/migrate.ts'
import { workLimits } from './database/open.ts'
import { createJobs, type PeriodicJob } from './jobs.ts'
import { createLogger } from './logger.ts'

const done = async () => ({})
const atNine = (run: PeriodicJob['run'], name = 'test.daily'): PeriodicJob => ({
  name,
  cron: '0 9 * * *',
  run,
})

/** Starts a server with these jobs, once they are due. */
async function startJobs(db: TestDatabase, jobs: PeriodicJob[]) {
  const runs: string[] = []
  const queue = createJobs(jobs, {
    db,
    clock: { now: () => new Date() },
    logger: createLogger('silent'),
    as: (_name, run) => run(),
    onRun: ({ name, outcome }) => runs.push(`${name} ${outcome}`),
    timing: { poll: 10 },
  })
  queue.start()
  onTestFinished(() => queue.stop())
  await expect.poll(queue.isReadable).toBe(true)
  return { ...queue, runs }
}

const makeDue = (db: TestDatabase) => db.ask('update periodic_jobs set due_at = now()')
const readJobs = (db: TestDatabase) =>
  db.ask<{ name: string; attempts: number; local: string }>(
    `select name, attempts, to_char(due_at at time zone 'America/Santiago', 'HH24:MI') as local from periodic_jobs order by name`,
  )

test('only one of two servers runs each tick of a job, whose next one is at its time in Chile', async () => {
  const db = await provideTestDatabase()
  const pair = [await startJobs(db, [atNine(done)]), await startJobs(db, [atNine(done)])]
  const runs = () => pair.flatMap((one) => one.runs)
  for (const tick of [1, 2]) {
    await makeDue(db)
    await expect.poll(() => readJobs(db)).toEqual([{ name: 'test.daily', attempts: 0, local: '09:00' }])
    expect(runs()).toEqual(Array(tick).fill('test.daily done'))
  }
})

test('a job that fails is repeated twice a minute later, then waits for its next time, and delays no other job', async () => {
  const db = await provideTestDatabase()
  const failing = atNine(async () => {
    throw new Error('no')
  }, 'test.failing')
  const { runs } = await startJobs(db, [failing, atNine(done)])
  await makeDue(db)
  await expect.poll(() => runs.toSorted()).toEqual(['test.daily done', 'test.failing failed'])
  const due = `select due_at - now() between '30 s' and '61 s' as soon from periodic_jobs where attempts = 1`
  await expect.poll(() => db.ask(due)).toEqual([{ soon: true }])
  for (const attempts of [2, 0]) {
    await makeDue(db)
    await expect.poll(async () => (await readJobs(db))[1]).toMatchObject({ attempts })
  }
  expect((await readJobs(db))[1]?.local).toBe('09:00')
})

test('a job of a server that died runs on another one when the claim has ended, and a removed job no longer', async () => {
  const db = await provideTestDatabase()
  await db.ask(`insert into periodic_jobs (name, due_at, claim, attempts, claimed_until) values
       ('test.daily', now(), 1, 1, now() + interval '1 minute'), ('test.removed', now(), 0, 0, null)`)
  const { runs } = await startJobs(db, [atNine(done)])
  expect((await readJobs(db)).map(({ name }) => name)).toEqual(['test.daily'])
  expect(runs).toEqual([])
  await db.ask('update periodic_jobs set claimed_until = now()')
  await expect.poll(() => runs).toEqual(['test.daily done'])
})

test('stopping the jobs waits for the running job', async () => {
  const db = await provideTestDatabase()
  const events: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    events.push('begun')
    await promise
    events.push('ended')
    return {}
  }
  const { stop } = await startJobs(db, [atNine(run)])
  await makeDue(db)
  await expect.poll(() => events).toEqual(['begun'])
  const stopping = stop().then(() => events.push('stopped'))
  // A server without a running job stops meanwhile.
  await (await startJobs(db, [atNine(done)])).stop()
  resolve()
  await stopping
  expect(events).toEqual(['begun', 'ended', 'stopped'])
})

test('three servers that start at the same time on an empty database migrate it together', async () => {
  const db = await provideTestDatabase()
  const url = await urlOfTestDatabase(db)
  const owners = [1, 2, 3].map(() => openPostgres({ url, connections: 2, role: null, ...workLimits }))
  onTestFinished(async () => {
    for (const owner of owners) await owner.close()
  })
  await owners[0]!.script('drop schema public cascade; create schema public')
  const migrations = readMigrations(migrationsFolder)
  await Promise.all(owners.map((one) => migrate(one, migrations)))
  expect(await isMigrated(owners[0]!, migrations)).toBe(true)
  // The state after a start that was interrupted before its last step.
  await owners[0]!.script(`grant insert on migrations to ${appRole}`)
  await migrate(owners[0]!, migrations)
  const rights = `select has_table_privilege($1::name, 'migrations', 'insert') as applies`
  expect(await owners[0]!.plain(rights, [appRole])).toEqual([{ applies: false }])
})
