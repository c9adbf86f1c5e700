/** Stores the request or job on whose behalf the server works, across asynchronous calls. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing.ts'

type Work = {
  /** The pattern of a request's route, never its address, or the name of a job. */
  readonly name: string
  readonly requestId: string | null
  readonly span: Span | null
}

const storage = new AsyncLocalStorage<Work>()

/** Returns the current request or job; undefined outside of both, for example at start-up. */
export const currentWork = (): Work | undefined => storage.getStore()

export const during = <T>(work: Work, run: () => T): T => storage.run(work, run)
