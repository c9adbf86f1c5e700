/**
 * A worker thread that calls servers one call after another. When it has to stop, it reports how long each
 * call took.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { caller } from './calling.ts'
import type { Watched } from './watching.ts'

const { ports, calls, pause } = workerData as Watched
const callers = ports.map((port) => caller(port))
let stopped = false
parentPort?.once('message', () => {
  stopped = true
})
const seen: { status: number; milliseconds: number }[] = []
for (let turn = 0; !stopped; turn += 1) {
  const asked = calls[turn % calls.length]
  const answer = asked && (await callers[turn % callers.length]?.ask(asked))
  if (answer) seen.push({ status: answer.status, milliseconds: answer.milliseconds })
  await wait(pause)
}
for (const one of callers) one.close()
parentPort?.postMessage(seen)
