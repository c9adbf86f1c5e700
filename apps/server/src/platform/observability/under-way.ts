/** What the server is at while a statement runs: the call or the job it is for, through whatever that waits for. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing.ts'

type Work = {
  /** A call's pattern, never its address, or a job's name. */
  readonly name: string
  readonly requestId: string | null
  readonly span: Span | null
}

const storage = new AsyncLocalStorage<Work>()

/** Undefined where a statement belongs to neither, such as at the start. */
export const underWay = (): Work | undefined => storage.getStore()

export const during = <T>(work: Work, run: () => T): T => storage.run(work, run)
