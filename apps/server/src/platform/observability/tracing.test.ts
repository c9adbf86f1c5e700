import { createServer } from 'node:http'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/ask.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { openPortal, type Portal, testClock } from '../../../test/portal.ts'
import { createLogger } from '../logger.ts'
import { observeStatements } from './statements.ts'
import { openTracing, type Tracing } from './tracing.ts'
import { asJob } from './work.ts'

type Sent = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  readonly status: { readonly code?: number }
}

/** Starts a trace collector that stores what it receives, in the protocol's JSON. */
async function openCollector() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8')
    if (request.method === 'POST' && request.url === '/v1/traces') bodies.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    everything: () => bodies.join('\n'),
    spans: (): Sent[] =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Sent[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () => new Promise((closed) => server.close(closed)),
  }
}

let collector: Awaited<ReturnType<typeof openCollector>>
let tracing: Tracing
let db: TestDatabase
let portal: Portal

beforeAll(async () => {
  collector = await openCollector()
  tracing = openTracing({ endpoint: collector.endpoint, share: 1 })
  const logger = createLogger('silent')
  db = await openTestDatabase({ observe: observeStatements({ slowMs: 0, logger, tracing }) })
  portal = await openPortal(db, testClock(), { tracing })
})

afterAll(async () => {
  await portal.app.close()
  await db.close()
  await collector.close()
})

const of = (span: Sent, key: string) =>
  Object.values(span.attributes.find((one) => one.key === key)?.value ?? {})[0]

describe('traces', () => {
  let spans: Sent[]
  let token: string
  let person: Awaited<ReturnType<Portal['person']>>
  const outside = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

  beforeEach(async () => {
    if (spans) return
    person = await portal.person({ first_name: 'Trinidad', last_name: 'Ovalle' })
    token = await portal.sessionOf(person.id)
    const call = portal.caller(token, '10.9.8.7')
    await call(appointmentEndpoints.upcoming)
    await portal.caller(token, '10.9.8.7', {
      traceparent: `00-${outside.traceId}-${outside.spanId}-01`,
    })(peopleEndpoints.one, { params: { id: person.id } })
    await portal.app.inject({ url: '/api/patients', headers: { traceparent: 'nonsense' } })
    await portal.app.inject('/health/live')
    await asJob(tracing)('demo.count', () => db.plain('select 1 as one'))
    await asJob(tracing)('demo.fail', async () => {
      throw new Error('of Trinidad Ovalle')
    }).catch(() => {})
    await tracing.close()
    spans = collector.spans()
  })

  const named = (name: string) => spans.find((span) => span.name === name)

  test('each request is a span with its route’s pattern and status, and is the parent of its statements’ spans', () => {
    const call = named('GET /api/medicals/appointments/upcomings')
    if (!call) throw new Error(`only ${spans.map(({ name }) => name)}`)
    expect(of(call, 'http.route')).toBe('/api/medicals/appointments/upcomings')
    expect(Number(of(call, 'http.response.status_code'))).toBe(200)
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
    expect(statements.length).toBeGreaterThan(1)
    for (const statement of statements) {
      expect(statement.traceId).toBe(call.traceId)
      expect(statement.name).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+$/)
      expect(of(statement, 'db.query.text')).toMatch(/select/i)
    }
  })

  test('a request joins the trace that its caller names, and starts a new trace if none is named', () => {
    const joined = spans.find(({ parentSpanId }) => parentSpanId === outside.spanId)
    expect(joined).toMatchObject({ traceId: outside.traceId, name: 'GET /api/patients/:id' })
    const rejected = named('GET /api/patients')
    expect(rejected?.traceId).not.toBe(outside.traceId)
    expect(rejected && Number(of(rejected, 'http.response.status_code'))).toBe(401)
  })

  test('each run of a job is a span with its statements and its outcome', () => {
    const job = named('job demo.count')
    expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name)).toEqual([
      'select',
    ])
    expect(named('job demo.fail')?.status.code).toBe(2)
  })

  test('traces hold no IP address, token, document, name or error message', () => {
    const all = collector.everything()
    for (const secret of [
      token,
      '10.9.8.7',
      'Trinidad',
      'Ovalle',
      person.document_number,
      `patients/${person.id}`,
    ])
      expect(all).not.toContain(secret)
    expect(spans.some(({ name }) => name.includes('health'))).toBe(false)
  })
})
