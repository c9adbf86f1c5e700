/**
 * Promise 2: at half of its peak rate, the tail latency of the portal is at most twice that of B at the same
 * rate.
 */
import type { Load } from '../load-client.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import { inRounds, medianRatio } from '../rounds.ts'
import type { Server } from '../servers.ts'
import { hotLists, listRequests } from './hot-lists.ts'

type TailParts = {
  readonly load: Load
  readonly bare: Server
  readonly portal: Server
  readonly tokens: readonly string[]
  readonly rounds: number
  readonly seconds: number
}

const connections = 16

export async function measureTail({
  load,
  bare,
  portal,
  tokens,
  rounds,
  seconds,
}: TailParts): Promise<Figure[]> {
  heading('Tail, at half of the portal’s peak', 'portal', 'B', 'ratio (limit)')
  const requests = hotLists.flatMap(({ path }) => listRequests(path, tokens))
  const plan = { connections, warmSeconds: 0.3, seconds, requests, status: '200' }
  const { count, seconds: over } = await load.run({ ...plan, port: portal.port })
  const rate = count / over / 2
  // There are more connections than in the search for the peak, so that no due call waits for one.
  const side = (server: Server) => () =>
    load.run({ ...plan, port: server.port, connections: 4 * connections, rate })
  const measured = await inRounds(rounds, { bare: side(bare), portal: side(portal) })
  const of = (who: 'bare' | 'portal', key: 'p50' | 'p99') => median(measured.map((round) => round[who][key]))
  const figures: Figure[] = [
    {
      promise: 2,
      what: `99th percentile at ${Math.round(rate)} calls a second`,
      measured: `${shown(of('portal', 'p99'))} ms`,
      against: `${shown(of('bare', 'p99'))} ms`,
      ratio: { value: medianRatio(measured, ({ p99 }) => p99), limit: 2, kind: 'most' },
    },
    {
      promise: null,
      what: 'median at that rate',
      measured: `${shown(of('portal', 'p50'))} ms`,
      against: `${shown(of('bare', 'p50'))} ms`,
    },
  ]
  for (const figure of figures) print(figure)
  return figures
}
