/** A thread for tests: it works or waits for some milliseconds, and answers. */
import { parentPort } from 'node:worker_threads'

export type Task = { readonly works?: number; readonly waits?: number }

parentPort?.on('message', ({ works = 0, waits = 0 }: Task) => {
  if (waits > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waits)
  const ends = performance.now() + works
  while (performance.now() < ends);
  parentPort?.postMessage('done')
})
