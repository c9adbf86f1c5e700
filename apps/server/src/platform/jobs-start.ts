/** Starts the periodic jobs of a server, and tries again until they run. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Jobs, JobsDependencies, PeriodicJob } from './jobs.ts'
import { describeError, type Logger } from './logger.ts'

/** Milliseconds before the jobs start, so that requests that waited for the server come first. */
const beforeJobs = 1_000

/** Milliseconds between two attempts to start the jobs. */
const betweenJobStarts = 30_000

/** Starts the jobs. It runs after the server is listening, so that loading the job library does not delay start-up. */
export async function startJobs(dependencies: JobsDependencies, jobs: readonly PeriodicJob[]): Promise<Jobs> {
  const { createJobs } = await import('./jobs.ts')
  const periodic = createJobs(dependencies)
  periodic.every(...jobs)
  try {
    await periodic.start()
  } catch (error) {
    await periodic.stop().catch(() => {})
    throw error
  }
  return periodic
}

/** Tries repeatedly to start the jobs. Returns null if the server closes before they run. */
export async function superviseJobs(
  startOnce: () => Promise<Jobs>,
  { signal, onState, logger }: { signal: AbortSignal; onState: (isRunning: boolean) => void; logger: Logger },
): Promise<Jobs | null> {
  onState(false)
  for (let pause = beforeJobs; ; pause = betweenJobStarts) {
    const isOver = await wait(pause, false, { signal }).catch(() => true)
    if (isOver) return null
    try {
      const started = await startOnce()
      onState(true)
      return started
    } catch (error) {
      if (!signal.aborted)
        logger.error(describeError(error), 'jobs did not start: the server tries again every half minute')
    }
  }
}
