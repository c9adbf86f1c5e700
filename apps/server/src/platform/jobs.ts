/** Periodic jobs. Each tick runs on one server only, the first to fetch it. A missed tick runs at the next start. */
import { PgBoss } from 'pg-boss'
import type { Clock } from './clock.ts'
import type { PlainSql } from './database/database.ts'
import { describeError, type Logger } from './logger.ts'

export type PeriodicJob = {
  /** `domain.verb` */
  readonly name: string
  /** Minute, hour, day, month and weekday, in America/Santiago. */
  readonly cron: string
  /** Runs the job. Its result is logged, so it holds counts and no personal data. */
  readonly run: () => Promise<object>
}

type JobRun = { readonly name: string; readonly outcome: 'done' | 'failed'; readonly seconds: number }

export type JobsDependencies = {
  readonly sql: PlainSql
  readonly clock: Clock
  readonly logger: Logger
  readonly onRun?: (run: JobRun) => void
  /** Wraps each run, so that its database statements are logged and traced under the job's name. */
  readonly as?: <T>(name: string, run: () => Promise<T>) => Promise<T>
  /** Seconds between two polls of each server; shorter in tests. */
  readonly pollSeconds?: number
}

const schema = 'pgboss'

// A run that takes longer counts as failed, and another server may then run the next tick.
const longestRunSeconds = 15 * 60

function adapter(sql: PlainSql) {
  return { executeSql: async (text: string, values?: unknown[]) => ({ rows: await sql(text, values) }) }
}

/**
 * Creates or upgrades the tables of the job library and grants their use to `role`. `sql` runs as the owner of the tables.
 * The server never alters these tables.
 */
export async function migrateJobs(sql: PlainSql, role: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(sql, role)
    } catch (error) {
      // Servers that start at the same time may conflict. At the next attempt the loser finds the tables migrated.
      if (attempt === 3) throw error
    }
  }
}

async function migrateOnce(sql: PlainSql, role: string): Promise<void> {
  const boss = new PgBoss({ db: adapter(sql), schema, schedule: false, supervise: false })
  await boss.start()
  await boss.stop({ graceful: false, close: false })
  await sql(`grant usage on schema ${schema} to ${role}`)
  await sql(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
}

const plainly: NonNullable<JobsDependencies['as']> = (_name, run) => run()

export function createJobs({ sql, clock, logger, onRun, as = plainly, pollSeconds = 15 }: JobsDependencies) {
  const jobs: PeriodicJob[] = []
  const boss = new PgBoss({
    db: adapter(sql),
    schema,
    migrate: false,
    createSchema: false,
    // Switched off: only the owner of the tables could do it, and a dozen rows a day do not need it.
    reindex: false,
    monitorVacuum: false,
    // Long intervals save database queries: these jobs have no dependencies on each other, and none is urgent.
    flowIntervalSeconds: 3600,
    queueCacheIntervalSeconds: 300,
    monitorIntervalSeconds: 300,
    cronMonitorIntervalSeconds: 2 * pollSeconds,
    cronWorkerIntervalSeconds: pollSeconds,
  })
  boss.on('error', (error) =>
    logger.warn(describeError(error), 'the job queue reported an error: jobs may run late'),
  )

  async function run(job: PeriodicJob): Promise<void> {
    const began = clock.now().getTime()
    const done = (outcome: JobRun['outcome'], more: object) => {
      const seconds = (clock.now().getTime() - began) / 1000
      onRun?.({ name: job.name, outcome, seconds })
      const line = { job: job.name, outcome, seconds, ...more }
      if (outcome === 'done') logger.info(line, 'job done')
      else logger.error(line, 'job failed')
    }
    try {
      done('done', await as(job.name, job.run))
    } catch (error) {
      done('failed', describeError(error))
      throw error
    }
  }

  async function define(job: PeriodicJob): Promise<void> {
    await boss.createQueue(job.name, {
      // At most one run is queued and one is active, over all servers.
      policy: 'stately',
      expireInSeconds: longestRunSeconds,
      retryLimit: 2,
      retryDelay: 60,
      deleteAfterSeconds: 7 * 24 * 3600,
    })
    await boss.schedule(job.name, job.cron, null, { tz: 'America/Santiago', missed: 'once' })
    await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, () => run(job))
  }

  return {
    /** Adds jobs. Must be called before `start`. */
    every: (...more: readonly PeriodicJob[]): void => {
      jobs.push(...more)
    },
    /** Starts the jobs. Called after the server is listening, so that jobs do not delay start-up. */
    start: async (): Promise<void> => {
      await boss.start()
      for (const job of jobs) await define(job)
      for (const { name } of await boss.getSchedules()) {
        if (!jobs.some((job) => job.name === name)) await boss.unschedule(name)
      }
    },
    /** Stops the jobs and waits at most eight seconds for running ones. */
    stop: (): Promise<void> => boss.stop({ graceful: true, close: false, timeout: 8_000 }),
  }
}

export type Jobs = ReturnType<typeof createJobs>
