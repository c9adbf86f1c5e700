/**
 * Measures how other callers are affected during a failure test. The calls run in a worker thread, so that the
 * failure test does not delay them.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Asked } from './calling.ts'

export type Watched = {
  readonly ports: readonly number[]
  readonly calls: readonly Asked[]
  /** Milliseconds between an answer and the next call. */
  readonly pause: number
}

/** Starts the calls. Returns a function that stops them and returns their answers in order. */
export async function watch(watched: Watched) {
  const worker = new Worker(new URL('./watcher.ts', import.meta.url), { workerData: watched })
  await once(worker, 'online')
  return async (): Promise<readonly { status: number; milliseconds: number }[]> => {
    const reported = once(worker, 'message')
    worker.postMessage('stop')
    const [seen] = await reported
    return seen
  }
}
