/** Promise 8: the start-up time of the portal, and the memory of its server and of the whole demonstration. */
import { getRequest, type Load } from '../load-client.ts'
import { listDescendants, readMemory, readProportionalMemory } from '../process-stats.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import type { Server } from '../servers.ts'
import { hotLists, listRequests } from './hot-lists.ts'

/** Measures the start-up time over several starts. */
export async function measureStart(startPortal: () => Promise<Server>, rounds: number): Promise<Figure[]> {
  heading('Start', 'portal', '', 'seconds (limit)')
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const server = await startPortal()
    await server.stop()
    seconds.push(server.startMs / 1000)
  }
  const value = median(seconds)
  const figure: Figure = {
    promise: 8,
    what: 'start to first answer',
    measured: `${value.toFixed(2)} s`,
    ratio: { value, limit: 1, kind: 'most' },
  }
  print(figure)
  return [figure]
}

type MemoryParts = {
  readonly portal: Server
  readonly load: Load
  readonly tokens: readonly string[]
  /** Seconds of list calls that the server has already answered before this measure. */
  readonly servedSeconds: number
  readonly minutes: number
}

/** Reads the memory of the server after some minutes of lists. */
export async function measureMemory(parts: MemoryParts): Promise<Figure[]> {
  const { portal, load, tokens, servedSeconds, minutes } = parts
  heading('Memory of the server', 'portal', '', 'megabytes (limit)')
  await load.run({
    port: portal.port,
    connections: 16,
    warmSeconds: 0,
    seconds: Math.max(1, minutes * 60 - servedSeconds),
    requests: hotLists.flatMap(({ path }) => listRequests(path, tokens)),
    status: '200',
  })
  const value = readMemory(portal.pid)
  const figure: Figure = {
    promise: 8,
    what: `memory after ${minutes} min of lists`,
    measured: `${shown(value)} MB`,
    ratio: { value, limit: 200, kind: 'most' },
  }
  print(figure)
  return [figure]
}

/** Requests per second of one patient who reads without pause. The limit of a session is 300 a minute. */
const patientRate = 4

type DemonstrationParts = {
  /** Runs the demonstration over its embedded PostgreSQL. */
  readonly portal: Server
  readonly load: Load
  readonly account: { readonly document: string; readonly password: string }
  readonly seconds: number
}

/** Signs a patient in to the demonstration, reads lists, and reads the memory of the server and of its PostgreSQL. */
export async function measureDemonstration(parts: DemonstrationParts): Promise<Figure[]> {
  const { portal, load, account, seconds } = parts
  heading('Memory of the demonstration', 'portal', '', 'megabytes (limit)')
  const answer = await fetch(`http://127.0.0.1:${portal.port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      document_type_id: 1,
      document_number: account.document,
      password: account.password,
    }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (token === undefined) throw new Error(`the sign-in to the demonstration answered ${answer.status}`)
  await load.run({
    port: portal.port,
    connections: 4,
    rate: patientRate,
    warmSeconds: 0,
    seconds,
    requests: hotLists.map(({ path }) => getRequest(path, { 'x-token': token })),
    status: '200',
  })
  const server = readMemory(portal.pid)
  // Processes of PostgreSQL share most of their memory, so each page is divided by the number of processes that map it.
  const database = listDescendants(portal.pid).reduce((sum, pid) => sum + readProportionalMemory(pid), 0)
  const figure: Figure = {
    promise: 8,
    what: 'memory of the demonstration with PostgreSQL',
    measured: `${shown(server)} + ${shown(database)} MB`,
    ratio: { value: server + database, limit: 300, kind: 'most' },
  }
  print(figure)
  return [figure]
}
