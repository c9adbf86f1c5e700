/** Threads for libraries that read uploads: a file that takes minutes or all memory does not concern the server outside. */
import { Worker } from 'node:worker_threads'
import { installed } from '../installed.ts'
import { createQueue } from './queue.ts'

export class ThreadError extends Error {}

type ThreadOptions = {
  readonly bundled: string
  readonly source: string
  /**
   * `timeout`: milliseconds that the thread works on one request. The time in which other processes have the processor counts only
   * after {@link longestWait} times as long. `idle`: milliseconds without requests until the thread ends.
   */
  readonly limits: { readonly timeout: number; readonly idle: number }
  /** The JavaScript objects of the thread, in MB. */
  readonly mostObjects?: number
}

const mostWaiting = 20

/** How many times its time limit a request may take on a busy machine. */
const longestWait = 6

function readProcessorTime(): number {
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
  return (all.user + all.system - own.user - own.system) / 1000
}

/** The thread starts with the first request, and answers one request after the other. A request that fails ends it. */
export function createThread<Request, Answer>(options: ThreadOptions) {
  const { bundled, source, limits, mostObjects = 256 } = options
  const inTurn = createQueue(mostWaiting)
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    clearTimeout(idle)
    const ended = worker
    worker = null
    void ended?.terminate()
  }

  function start(): Worker {
    const started = new Worker(installed(bundled, source), {
      resourceLimits: { maxOldGenerationSizeMb: mostObjects },
    })
    started.unref()
    // Without a listener, an error between two requests would end the server.
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }

  async function answer(request: Request): Promise<Answer> {
    clearTimeout(idle)
    worker ??= start()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const [began, workedBefore] = [performance.now(), readProcessorTime()]
    let timer: NodeJS.Timeout
    function checkTime(): void {
      const unworked = limits.timeout - (readProcessorTime() - workedBefore)
      const left = Math.min(unworked, longestWait * limits.timeout - (performance.now() - began))
      if (left <= 0) reject(new ThreadError('takes too long'))
      else timer = setTimeout(checkTime, Math.max(20, left))
    }
    timer = setTimeout(checkTime, limits.timeout)
    const onError = (error: Error) => reject(new ThreadError(`failed: ${error.message}`, { cause: error }))
    const onExit = () => reject(new ThreadError('ended'))
    const running = worker.once('message', resolve).once('error', onError).once('exit', onExit)
    try {
      running.postMessage(request)
      const answered = await promise
      idle = setTimeout(end, limits.idle).unref()
      return answered
    } catch (error) {
      end()
      throw error
    } finally {
      clearTimeout(timer)
      running.off('message', resolve).off('error', onError).off('exit', onExit)
    }
  }

  return {
    ask: (request: Request): Promise<Answer> => inTurn(() => answer(request)),
    end,
  }
}
