/** Processes a queue in the database, one entry at a time on each server. */
import { describeError, type Logger } from './logger.ts'

type QueueWorkerDependencies = {
  /** Processes the next entry of the queue. Resolves with false if the queue is empty. */
  readonly runNext: () => Promise<boolean>
  readonly logger: Logger
  /** The log message for an entry that failed. */
  readonly failed: string
  /** Milliseconds between two polls of the queue. */
  readonly poll?: number
}

export function createQueueWorker({ runNext, logger, failed, poll = 3_000 }: QueueWorkerDependencies) {
  let timer: NodeJS.Timeout | undefined
  let currentWork: Promise<void> | null = null
  let stopped = true

  async function runAll(): Promise<void> {
    try {
      while (!stopped && (await runNext()));
    } catch (error) {
      logger.warn(describeError(error), failed)
    }
  }

  function checkQueue(): void {
    if (stopped || currentWork !== null) return
    clearTimeout(timer)
    currentWork = runAll().finally(() => {
      currentWork = null
      if (!stopped) timer = setTimeout(checkQueue, poll).unref()
    })
  }

  return {
    start: (): void => {
      stopped = false
      checkQueue()
    },
    trigger: checkQueue,
    /** Waits at most eight seconds for the current entry. Another server processes an interrupted entry again. */
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      await Promise.race([currentWork, new Promise((resolve) => setTimeout(resolve, 8_000).unref())])
    },
  }
}
