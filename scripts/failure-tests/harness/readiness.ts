/** When a server said that it was ready, and when that it was not. */
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

/** Asks for readiness without pause and keeps when it changed. */
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
    /** Milliseconds from a moment to that state; none where it was so already. */
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
