/** The embedded database's own figures, as information: it is there to try the portal out, not for a crowd. */
import type { Load } from '../load-client.ts'
import { memoryOf } from '../process-stats.ts'
import { heading, print, shown } from '../report.ts'
import { measure } from '../rounds.ts'
import type { Server } from '../servers.ts'
import { hotLists, listRequests } from './hot-lists.ts'

type EmbeddedParts = {
  readonly load: Load
  readonly start: () => Promise<Server>
  readonly tokens: readonly string[]
  readonly hours: number
  readonly seconds: number
}

export async function measureEmbedded(parts: EmbeddedParts): Promise<void> {
  const { load, start, tokens, hours, seconds } = parts
  heading(`Embedded database, ${hours.toLocaleString('en')} hours, for information`, 'portal')
  const server = await start()
  try {
    print({ promise: null, what: 'start to first answer', measured: `${shown(server.startMs)} ms` })
    for (const { name, path } of hotLists) {
      const plan = { port: server.port, connections: 16, warmSeconds: 0.5, seconds, status: '200' }
      const measured = await measure(load, { ...plan, requests: listRequests(path, tokens) }, server, null)
      print({ promise: null, what: `${name}: calls a second`, measured: shown(measured.perSecond) })
      print({ promise: null, what: `${name}: CPU a call`, measured: `${measured.cpuMs.toFixed(3)} ms` })
    }
    print({ promise: null, what: 'memory', measured: `${shown(memoryOf(server.pid))} MB` })
  } finally {
    await server.stop()
  }
}
