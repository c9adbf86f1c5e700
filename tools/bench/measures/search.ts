/** Promise 14: searching for a slot in calendars whose next days are taken. */
import pg from 'pg'
import {
  listFreeByService,
  listProfessionals,
} from '../../../apps/server/src/modules/booking/embedded/availability.sql.ts'
import type { Database, Queries } from '../../../apps/server/src/platform/database/database.ts'
import { orderValues } from '../../../apps/server/src/platform/database/statement.ts'
import { createBearer } from '../../../apps/server/src/platform/security/bearer.ts'
import { professionals } from '../calendars.ts'
import { getRequest, type Load } from '../load-client.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import { ask, type Server } from '../servers.ts'

const readers = 16
const mostMs = 15
const runs = 15
/** The code of a specialty that six professionals have. */
const specialty = 101

type SearchParts = {
  readonly load: Load
  readonly portal: Server
  readonly url: string
  readonly owner: Database
  readonly secret: string
  readonly sessions: number
  readonly seconds: number
}

type Explained = { readonly 'Execution Time': number; readonly Plan: Readonly<Record<string, number>> }

/** Returns the median execution time of a statement in the database, with the plan for all values, and its buffers. */
async function explain(client: pg.Client, text: string, values: readonly unknown[]) {
  const literals = values.map((value) => {
    if (value === null) return 'null'
    if (Array.isArray(value)) return `'{${value.join()}}'`
    return client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
  })
  await client.query(`prepare search as ${text}`)
  const plans: Explained[] = []
  for (let run = 0; run < runs; run += 1) {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [Explained] }>(
      `explain (analyze, buffers, timing off, format json) execute search(${literals.join()})`,
    )
    plans.push(...rows.flatMap((row) => row['QUERY PLAN']))
  }
  await client.query('deallocate search')
  return {
    ms: median(plans.map((plan) => plan['Execution Time'])),
    buffers: plans.at(-1)?.Plan['Shared Hit Blocks'] ?? 0,
  }
}

export async function measureSearch(parts: SearchParts): Promise<Figure[]> {
  const { load, portal, url, owner, secret, sessions, seconds } = parts
  heading('Searching for a slot', 'portal', '', 'limit')
  const figures: Figure[] = []
  const add = (figure: Figure) => {
    figures.push(figure)
    print(figure)
  }
  const now = new Date()
  const day = (ahead: number) => new Date(now.getTime() + ahead * 86_400_000)
  const asked: { text: string; values: readonly unknown[] }[] = []
  const db: Queries = {
    run: (statement, given) => {
      asked.push({ text: statement.text, values: orderValues(statement, given) })
      return owner.run(statement, given)
    },
  }
  const dates = { now, from: day(6), to: day(20) }
  const found = [
    await db.run(listProfessionals, {
      office_id: null,
      codes: null,
      rut: null,
      now,
      today: now.toISOString().slice(0, 10),
      modality: null,
    }),
    await db.run(listFreeByService, {
      ...dates,
      codes: [specialty],
      offices: null,
      minutes: 0,
      modality: null,
    }),
  ].map(({ length }) => length)
  if (Math.min(...found) < professionals) throw new Error(`the searches found ${found.join(' and ')} rows`)
  const names = [`next free slot of ${professionals}`, '14 days of a specialty']
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set jit = off; set plan_cache_mode = force_generic_plan')
  for (const [index, { text, values }] of asked.entries()) {
    const { ms, buffers } = await explain(client, text, values)
    add({
      promise: 14,
      what: `${names[index]}: in the database`,
      measured: `${shown(ms)} ms`,
      against: `${buffers} buffers`,
      ratio: { value: ms, limit: mostMs, kind: 'most' },
    })
  }
  await client.end()

  const bearer = createBearer([secret], { now: () => new Date() })
  const headers = (person: number) => ({ authorization: `Bearer ${bearer.make(person).token}` })
  const path = '/agenda/v1/professionals'
  const { status, body } = await ask(portal.port, path, headers(1))
  if (status !== 200) throw new Error(`${path} answers ${status}: ${body.slice(0, 200)}`)
  const result = await load.run({
    port: portal.port,
    connections: readers,
    warmSeconds: 0.5,
    seconds: 3 * seconds,
    requests: Array.from({ length: sessions }, (_, index) => getRequest(path, headers(index + 1))),
    status: '200',
    mayFail: true,
  })
  add({
    promise: 14,
    what: `${readers} readers at once: answers other than 200`,
    measured: `${result.failed} of ${result.count}`,
    against: `${shown(result.p99)} ms (p99)`,
    met: result.failed === 0,
  })
  return figures
}
