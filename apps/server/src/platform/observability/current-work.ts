import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing.ts'

type Work = {
  /** The pattern of a request's route, never its address, or the name of a job. */
  readonly name: string
  readonly requestId: string | null
  readonly span: Span | null
}

const storage = new AsyncLocalStorage<Work>()

export const currentWork = (): Work | undefined => storage.getStore()

export const during = <T>(work: Work, run: () => T): T => storage.run(work, run)
