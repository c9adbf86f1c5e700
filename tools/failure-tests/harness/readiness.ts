/** Records when a server became ready and when it stopped being ready. */
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

/** Polls the readiness of a server and records each change. */
export function watchReadiness(server: ServerProcess) {
  const changes: { at: number; ready: boolean }[] = []
  let stopped = false
  const watching = (async () => {
    while (!stopped) {
      const at = performance.now()
      const { status } = await server.ask({ path: '/health/ready' })
      const ready = status === 200
      if (changes.at(-1)?.ready !== ready) changes.push({ at: ready ? at : performance.now(), ready })
      await wait(25)
    }
  })()
  return {
    /** Returns the milliseconds from `since` until the server was in that state; 0 if it already was. */
    until: (ready: boolean, since: number) => {
      if (changes.findLast(({ at }) => at < since)?.ready === ready) return 0
      const change = changes.find(({ at, ready: state }) => state === ready && at >= since)
      return (change?.at ?? Number.POSITIVE_INFINITY) - since
    },
    stop: () => {
      stopped = true
      return watching
    },
  }
}
