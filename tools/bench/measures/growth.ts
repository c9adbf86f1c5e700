/**
 * Promise 3: compares the portal with a large clinic to the portal with a small one. Signed-in patients have
 * equally many records in both.
 */
import type { Load } from '../load-client.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import { inRounds, type Measured, measure, medianRatio } from '../rounds.ts'
import type { Server } from '../servers.ts'
import { hotLists, listRequests } from './hot-lists.ts'

type GrowthParts = {
  readonly load: Load
  readonly small: Server
  readonly large: Server
  readonly databasePid: number | null
  readonly tokens: readonly string[]
  readonly rounds: number
  readonly seconds: number
}

export async function measureGrowth(parts: GrowthParts): Promise<Figure[]> {
  const { load, small, large, databasePid, tokens, rounds, seconds } = parts
  heading('Growth: the same lists of a large and a small clinic', 'large', 'small', 'ratio (limit)')
  const figures: Figure[] = []
  for (const { name, path } of hotLists) {
    const requests = listRequests(path, tokens)
    const side = (server: Server) => () =>
      measure(
        load,
        { port: server.port, connections: 16, warmSeconds: 0.3, seconds, requests, status: '200' },
        server,
        databasePid,
      )
    const measured = await inRounds<Measured>(rounds, { bare: side(small), portal: side(large) })
    const of = (who: 'bare' | 'portal') => median(measured.map((round) => round[who].perSecond))
    const figure: Figure = {
      promise: 3,
      what: `${name}: calls a second`,
      measured: shown(of('portal')),
      against: shown(of('bare')),
      ratio: { value: medianRatio(measured, ({ perSecond }) => perSecond), limit: 0.85, kind: 'least' },
    }
    figures.push(figure)
    print(figure)
  }
  return figures
}
