/** Periodic jobs. Each tick runs on one server only, the first to claim it. A missed tick runs once, as soon as a server runs. */
import { CronExpressionParser } from 'cron-parser'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import * as jobsSql from './jobs.sql.ts'
import { describeError, type Logger } from './logger.ts'
import { createQueue, type Queue, type QueueTiming } from './queue/queue.ts'

export type PeriodicJob = {
  readonly name: string
  /** Minute, hour, day, month and weekday, in America/Santiago. */
  readonly cron: string
  /** Runs the job. Its result is logged, so it holds counts and no personal data. */
  readonly run: () => Promise<object>
}

type JobRun = { readonly name: string; readonly outcome: 'done' | 'failed'; readonly seconds: number }

type JobsDependencies = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly onRun: (run: JobRun) => void
  /** Wraps each run, so that its database statements are logged and traced under the job's name. */
  readonly as: <T>(name: string, run: () => Promise<T>) => Promise<T>
  readonly timing?: QueueTiming
}

const repetitions = 2
const repetitionPauseSeconds = 60

function findNextTime({ cron }: PeriodicJob, after: Date): Date {
  return CronExpressionParser.parse(cron, { currentDate: after, tz: 'America/Santiago' }).next().toDate()
}

export function createJobs(jobs: readonly PeriodicJob[], dependencies: JobsDependencies): Queue {
  const { db, clock, logger, onRun, as, timing } = dependencies
  const byName = new Map(jobs.map((job) => [job.name, job]))
  const names = [...byName.keys()]
  let isStored = false

  async function storeJobs(): Promise<void> {
    for (const { now } of await db.run(jobsSql.readTime, {})) {
      const due = jobs.map((job) => ({ name: job.name, due_at: findNextTime(job, now) }))
      await db.run(jobsSql.putJobs, { jobs: JSON.stringify(due) })
    }
    await db.run(jobsSql.removeOtherJobs, { names })
    isStored = true
  }

  async function run({ name, run }: PeriodicJob): Promise<JobRun['outcome']> {
    const began = clock.now().getTime()
    const report = (outcome: JobRun['outcome'], more: object) => {
      const seconds = (clock.now().getTime() - began) / 1000
      onRun({ name, outcome, seconds })
      const line = { job: name, outcome, seconds, ...more }
      if (outcome === 'done') logger.info(line, 'job done')
      else logger.error(line, 'job failed')
      return outcome
    }
    try {
      return report('done', await as(name, run))
    } catch (error) {
      return report('failed', describeError(error))
    }
  }

  return createQueue<jobsSql.ClaimedJob>({
    name: 'jobs',
    clock,
    logger,
    timing: { poll: 15_000, ...timing },
    concurrency: 4,
    claim: async (limit, _until, inProgress) => {
      if (!isStored) await storeJobs()
      return db.run(jobsSql.claimJobs, {
        limit_rows: limit,
        names,
        in_progress: inProgress.map(({ name }) => name),
      })
    },
    renew: ({ name, claim }) => db.run(jobsSql.renewJob, { name, claim }),
    process: async ({ name, claim, attempts, began_at }, persist) => {
      const job = byName.get(name)
      if (job === undefined) return
      const outcome = await run(job)
      await persist(() =>
        outcome === 'failed' && attempts <= repetitions
          ? db.run(jobsSql.retryJob, { name, claim, seconds: repetitionPauseSeconds })
          : db.run(jobsSql.finishJob, { name, claim, due_at: findNextTime(job, began_at) }),
      )
    },
  })
}
