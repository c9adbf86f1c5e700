/** What others feel of a fault: asked from a thread of its own, which does not wait for whatever else a drill does. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Asked } from './calling.ts'

export type Watched = {
  readonly ports: readonly number[]
  readonly calls: readonly Asked[]
  /** Milliseconds between an answer and the next call. */
  readonly pause: number
}

/** Begins to ask; gives back what ends it and tells the answers in their order. */
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
