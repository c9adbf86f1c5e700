/** Promise 8: how soon the portal answers, and the memory it holds after serving lists for a while. */
import type { Load } from '../load-client.ts'
import { memoryOf } from '../process-stats.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import { inRounds } from '../rounds.ts'
import type { Server } from '../servers.ts'
import { hotLists, listRequests } from './hot-lists.ts'

type StartParts = {
  readonly startBare: () => Promise<Server>
  readonly startPortal: () => Promise<Server>
  readonly rounds: number
}

export async function measureStart({ startBare, startPortal, rounds }: StartParts): Promise<Figure[]> {
  heading('Footprint', 'portal', 'B', 'ratio (limit)')
  const timed = (start: () => Promise<Server>) => async () => {
    const server = await start()
    await server.stop()
    return server.startMs
  }
  const starts = await inRounds(rounds, { bare: timed(startBare), portal: timed(startPortal) })
  const portal = median(starts.map((start) => start.portal))
  const bare = median(starts.map((start) => start.bare))
  const figures: Figure[] = [
    {
      promise: 8,
      what: 'start to first answer, seconds',
      measured: `${(portal / 1000).toFixed(2)} s`,
      ratio: { value: portal / 1000, limit: 1, kind: 'most' },
    },
    {
      promise: 8,
      what: 'start to first answer, against B',
      measured: `${shown(portal)} ms`,
      against: `${shown(bare)} ms`,
      ratio: { value: median(starts.map((start) => start.portal / start.bare)), limit: 5, kind: 'most' },
    },
  ]
  for (const figure of figures) print(figure)
  return figures
}

type MemoryParts = {
  readonly bare: Server
  readonly portal: Server
  readonly loads: readonly [Load, Load]
  readonly tokens: readonly string[]
  /** Seconds of list calls that both servers have behind them already. */
  readonly servedSeconds: number
  readonly minutes: number
}

const stretchSeconds = 30

/** Both servers at the same time: they share the machine, so each is called less often than alone. */
export async function measureMemory(parts: MemoryParts): Promise<Figure[]> {
  const { bare, portal, loads, tokens, servedSeconds, minutes } = parts
  const requests = hotLists.flatMap(({ path }) => listRequests(path, tokens))
  const plan = (server: Server, seconds: number) => ({
    port: server.port,
    connections: 16,
    warmSeconds: 0,
    seconds,
    requests,
    status: '200',
  })
  let left = Math.max(1, minutes * 60 - servedSeconds)
  while (left > 0) {
    const seconds = Math.min(left, stretchSeconds)
    await Promise.all([loads[0].run(plan(bare, seconds)), loads[1].run(plan(portal, seconds))])
    left -= seconds
  }
  const [portalMemory, bareMemory] = [memoryOf(portal.pid), memoryOf(bare.pid)]
  const after = `after ${minutes} min of lists`
  const figures: Figure[] = [
    {
      promise: 8,
      what: `memory ${after}, megabytes`,
      measured: `${shown(portalMemory)} MB`,
      ratio: { value: portalMemory, limit: 160, kind: 'most' },
    },
    {
      promise: 8,
      what: `memory ${after}, against B`,
      measured: `${shown(portalMemory)} MB`,
      against: `${shown(bareMemory)} MB`,
      ratio: { value: portalMemory / bareMemory, limit: 2, kind: 'most' },
    },
  ]
  for (const figure of figures) print(figure)
  return figures
}
