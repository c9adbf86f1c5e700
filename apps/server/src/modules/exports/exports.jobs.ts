/** Makes copies as they are asked for, one at a time on each server: whoever asked waits a minute at most. */
import { describeError, type Logger } from '../../platform/logger.ts'
import type { ExportsService } from './exports.service.ts'

type MakerParts = {
  readonly makeNext: ExportsService['makeNext']
  readonly logger: Logger
  /** Milliseconds between two looks at the queue. */
  readonly poll?: number
}

export function exportMaker({ makeNext, logger, poll = 3_000 }: MakerParts) {
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | null = null
  let stopped = true

  async function makeAll(): Promise<void> {
    try {
      while (!stopped && (await makeNext()));
    } catch (error) {
      logger.warn(describeError(error), 'a copy of personal data was not made')
    }
  }

  function look(): void {
    if (stopped || underWay !== null) return
    clearTimeout(timer)
    underWay = makeAll().finally(() => {
      underWay = null
      if (!stopped) timer = setTimeout(look, poll).unref()
    })
  }

  return {
    start: (): void => {
      stopped = false
      look()
    },
    nudge: look,
    /** Waits for the copy under way, at most eight seconds: what is cut off is made by another server. */
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      await Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, 8_000).unref())])
    },
  }
}
