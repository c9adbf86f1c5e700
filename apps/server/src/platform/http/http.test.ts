import { connect } from 'node:net'
import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { type Endpoint, fullPath } from '@mi-portal/contract/calls/endpoint'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { ask as askDatabase, type TestDatabase } from '../../../test/ask.ts'
import { buildAppointment } from '../../../test/build.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { openPortal, type Portal, startPortal, testClock } from '../../../test/portal.ts'
import { getRejection } from '../../../test/rejection.ts'
import { passwords } from '../../../test/security/passwords.ts'
import { openPostgres } from '../database/driver.ts'
import { type Admitted, mountEndpoint } from './mount.ts'

const row = { method: 'GET', access: 'public', summary: 'A row of the test', reply: z.object({}) } as const

/** Endpoints that behave in ways that the portal's endpoints do not. */
const oddEndpoints = {
  throws: { ...row, path: '/odd/throws' },
  breaksItsWord: { ...row, path: '/odd/breaks', reply: z.object({ count: z.int() }) },
  saysTooMuch: { ...row, path: '/odd/too-much', reply: z.object({ name: z.string() }) },
  takes: {
    ...row,
    method: 'POST',
    path: '/odd/takes',
    body: z.object({ name: z.string(), inner: z.optional(z.unknown()) }),
    reply: z.object({ name: z.string(), polluted: z.boolean() }),
  },
} as const

function mountOdd(app: FastifyInstance): void {
  const { throws, breaksItsWord, saysTooMuch, takes } = oddEndpoints
  mountEndpoint(app, throws, async () => {
    throw new Error('relation "people" of Camila 12345678-5 does not exist')
  })
  mountEndpoint(app, breaksItsWord, async () => JSON.parse('{}'))
  mountEndpoint(app, saysTooMuch, async () => ({ name: 'a', password_hash: 'secret' }))
  mountEndpoint(app, takes, async ({ body }: Admitted<typeof takes>) => ({
    name: body.name,
    polluted: 'evil' in {},
  }))
}

let db: TestDatabase
let portal: Portal
const log: string[] = []

beforeAll(async () => {
  db = await openTestDatabase()
  portal = await openPortal(db, testClock(), { alsoMount: mountOdd, log })
})
afterAll(async () => {
  await portal.app.close()
  await db.close()
})

function ask(url: string, options: InjectOptions = {}) {
  return portal.app.inject({ url, ...options })
}

function post(url: string, payload: string, type = 'application/json', token?: string) {
  const headers = { 'content-type': type, ...(token ? { 'x-token': token } : {}) }
  return ask(url, { method: 'POST', headers, payload })
}

/** Returns an address of the endpoint with parameters that are well formed but name nothing. */
function addressOf(endpoint: Endpoint): string {
  return fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) =>
    /type/i.test(name) ? 'laboratory' : '2000000',
  )
}

const envelope = { status: 'Error', errors: [{ msg: expect.any(String) }] }

test('a missing session is answered with an envelope, a message for people, and the number 10', async () => {
  const answer = await ask('/api/patients')
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    {
      status: 'Error',
      errors: [{ msg: 'La sesión ha expirado', code: 'noSession' }],
      error: { code: 10, msg: 'La sesión ha expirado' },
    },
  ])
})

test('a method that the path does not support answers 405 with the supported methods, and so does HEAD', async () => {
  for (const endpoint of portal.app.mounted) {
    const url = addressOf(endpoint)
    const head = await ask(url, { method: 'HEAD' })
    expect([url, head.statusCode, head.body]).toEqual([url, 405, ''])
    const answer = await ask(url, {
      method: 'PATCH',
      headers: { 'content-type': 'text/plain' },
      payload: 'a',
    })
    expect([url, answer.statusCode]).toEqual([url, 405])
    expect(String(answer.headers.allow).split(', ')).toContain(endpoint.method)
  }
  for (const method of ['HEAD', 'OPTIONS', 'TRACE'] as const) {
    expect((await ask('/api/nothing', { method })).statusCode).toBe(405)
    expect((await ask('/api/patients', { method })).statusCode).toBe(405)
  }
})

test('an unexpected error answers 503 with Retry-After and without the cause, and is logged under the id of the answer', async () => {
  for (const url of ['/api/odd/throws', '/api/odd/breaks']) {
    const answer = await ask(url)
    expect([url, answer.statusCode]).toEqual([url, 503])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json()).toEqual({
      status: 'Error',
      errors: [
        {
          msg: 'El servicio no está disponible por el momento. Vuelve a intentar en unos minutos',
          code: 'unavailable',
        },
      ],
    })
    const lines = log.filter((line) => line.includes(String(answer.headers['x-request-id'])))
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ level: 50 }))
  }
})

test('a missing session or role is reported before an invalid body', async () => {
  const url = '/api/favourites'
  for (const [payload, type] of [
    ['{', 'application/json'],
    ['a', 'text/plain'],
    ['x'.repeat(300_000), 'application/json'],
    ['{}', 'application/json'],
  ] as const) {
    expect((await post(url, payload, type)).statusCode).toBe(401)
  }
  const person = await portal.person({ rol: 'ADMIN_ROLE' })
  expect((await post(url, '{', 'application/json', await portal.sessionOf(person.id))).statusCode).toBe(403)
})

test('a body with invalid JSON or of another shape answers 400, and an empty JSON body is read as an empty object', async () => {
  for (const payload of ['{', '{"name":', 'null}', '{"a":1}{', "{'name':'a'}", '﻿{', '{"name":"a\u0000"}']) {
    const answer = await post('/api/odd/takes', payload)
    expect([payload, answer.statusCode]).toEqual([payload, 400])
    expect(answer.json()).toEqual({
      status: 'Error',
      errors: [{ msg: 'La solicitud no se pudo leer', code: 'badJson' }],
    })
  }
  const empty = await post('/api/odd/takes', '')
  expect([empty.statusCode, empty.json().errors[0].param]).toEqual([400, 'name'])
  for (const payload of ['[]', '7', '"a"', 'null', 'true', '{"name":7}', '[{"name":"a"}]'])
    expect([payload, (await post('/api/odd/takes', payload)).statusCode]).toEqual([payload, 400])
  const bytes = await ask('/api/odd/takes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    payload: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  })
  expect(bytes.statusCode).toBe(400)
})

test('a body with too many values or levels is rejected, and a body with one long text is accepted', async () => {
  const member = (value: string) => `{"name":"a","inner":${value}}`
  const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`
  for (const [payload, status] of [
    [member(`[${'{},'.repeat(5_000)}{}]`), 400],
    [member(`[${'0,'.repeat(5_000)}0]`), 400],
    [member(`{${Array.from({ length: 5_001 }, (_, n) => `"k${n}":${n}`).join(',')}}`), 400],
    [member(`[${'0,'.repeat(4_000)}0]`), 200],
    [member(levels(40)), 400],
    [member(levels(39)), 200],
    [`{"name":"${'[{,\\"'.repeat(20_000)}"}`, 200],
  ] as const)
    expect([payload.slice(0, 40), (await post('/api/odd/takes', payload)).statusCode]).toEqual([
      payload.slice(0, 40),
      status,
    ])
})

test('a body cannot change the prototypes of JavaScript objects', async () => {
  for (const payload of [
    '{"name":"a","__proto__":{"evil":true}}',
    '{"name":"a","constructor":{"prototype":{"evil":true}}}',
    '{"name":"a","inner":{"__proto__":{"evil":true}}}',
  ]) {
    expect([payload, (await post('/api/odd/takes', payload)).statusCode]).toEqual([payload, 400])
  }
  const { polluted } = (await post('/api/odd/takes', '{"name":"a"}')).json()
  expect(polluted).toBe(false)
})

test('half of a surrogate pair in a body becomes the replacement character', async () => {
  for (const [sent, read] of [
    [String.raw`a\udfffb`, 'a\ufffdb'],
    [String.raw`\uDC00\uD800`, '\ufffd\ufffd'],
    [String.raw`\ud83d\ud83d\ude00`, '\ufffd😀'],
    [String.raw`\\ud83d \"\u00e9`, '\\ud83d "é'],
  ]) {
    const answer = await post('/api/odd/takes', `{"name":"${sent}"}`)
    expect([sent, answer.json().name]).toEqual([sent, read])
  }
})

test('a body of an unsupported type answers 415, and a body that is too large answers 413', async () => {
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'text/json',
  ]) {
    const answer = await post('/api/odd/takes', '{"name":"a"}', type)
    expect([type, answer.statusCode]).toEqual([type, 415])
    expect(answer.json()).toMatchObject(envelope)
  }
  const fits = JSON.stringify({ name: 'a'.repeat(200_000) })
  expect((await post('/api/odd/takes', fits, 'application/json; charset=utf-8')).statusCode).toBe(200)
  expect((await post('/api/odd/takes', `"${'a'.repeat(262_143)}"`)).statusCode).toBe(413)
})

test('a response contains only members that its endpoint declares', async () => {
  expect((await ask('/api/odd/too-much')).json()).toEqual({ status: 'Ok', name: 'a' })
})

test('every response has the security headers and its own request id, also for errors and files', async () => {
  const ids = new Set<unknown>()
  const token = await portal.sessionOf((await portal.person()).id)
  const api = ['alert/public', 'patients', 'nothing', '%', 'odd/throws', 'genders', 'openapi.json', 'docs']
  const others = ['/health/live', '/health/ready', '/dashboard', '/assets/nothing.js']
  const answers = await Promise.all([
    ...[...api.map((path) => `/api/${path}`), ...others].map((url) => ask(url)),
    ask('/api/patients', { headers: { 'x-token': token } }),
    ask('/api/patients', { method: 'HEAD' }),
    post('/api/odd/takes', '{'),
    post('/api/odd/takes', 'a', 'text/plain'),
  ])
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
    ids.add(headers['x-request-id'])
  }
  expect(ids.size).toBe(answers.length)
  expect(ids.has(undefined)).toBe(false)
})

test('only catalogues, public alerts and the API description may be cached', async () => {
  const cacheOf = async (url: string) => (await ask(url)).headers['cache-control']
  expect(await cacheOf('/api/patients')).toBe('no-store')
  expect(await cacheOf('/api/nothing')).toBe('no-store')
  expect(await cacheOf('/api/odd/throws')).toBe('no-store')
  expect(await cacheOf(fullPath(alertEndpoints.listPublic))).toBe('public, max-age=30')
  expect(await cacheOf(fullPath(catalogueEndpoints.genders))).toMatch(/^public, max-age=\d+$/)
  expect(await cacheOf('/api/openapi.json')).toMatch(/^public, max-age=\d+$/)
  // An error of a catalogue must not be cached.
  expect(await cacheOf('/api/locations/cities/abc')).toBe('no-store')
})

test('a catalogue has an ETag, and a client that already has it receives 304 without a body', async () => {
  const first = await ask('/api/documents/types')
  const etag = String(first.headers.etag)
  expect(etag).toMatch(/^"[\w-]+"$/)
  for (const known of [etag, `W/${etag}`, `"other", W/${etag}`]) {
    const again = await ask('/api/documents/types', { headers: { 'if-none-match': known } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers['x-request-id']).toBeDefined()
  }
  const other = await ask('/api/documents/types', { headers: { 'if-none-match': '"other"' } })
  expect([other.statusCode, other.body]).toEqual([200, first.body])
})

test('an endpoint without declared access, or one that cannot be audited, is rejected when it is mounted', () => {
  const rejected = (odd: object) => () => {
    const endpoint = { ...row, path: '/odd/refused', ...odd } as Endpoint
    mountEndpoint(portal.app, endpoint, async () => ({}))
  }
  expect(rejected({ access: undefined })).toThrow('declares no access')
  expect(rejected({ access: 'everybody' })).toThrow('declares no access')
  expect(rejected({ access: 'patient', patient: { of: 'self' } })).toThrow('names no action')
  expect(rejected({ access: 'public', patient: { of: 'self' }, action: 'a.b' })).toThrow('"patient"')
  const account = { patient: { of: 'self', staffToo: true }, action: 'a.b' }
  expect(rejected({ ...account, access: 'patient' })).toThrow('"signedIn"')
  expect(rejected({ ...account, access: 'signedIn', passive: true })).toThrow(
    'must count as use of the session',
  )
  expect(rejected({ access: 'signedIn', cache: 'catalogue' })).toThrow('"public"')
})

test('a query parameter that is sent twice is rejected', async () => {
  const token = await portal.sessionOf((await portal.person()).id)
  const url = fullPath(accountSecurityEndpoints.signIns)
  const headers = { 'x-token': token }
  expect((await ask(`${url}?page=1`, { headers })).statusCode).toBe(200)
  expect((await ask(`${url}?page=1&page=2`, { headers })).statusCode).toBe(400)
})

test('an endpoint that changes data by GET rejects navigations, images and prefetches', async () => {
  const person = await portal.person()
  const token = await portal.sessionOf(person.id)
  const url = fullPath(sessionEndpoints.signOut).replace('{id}', String(person.id))
  for (const headers of [
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-mode': 'no-cors' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ]) {
    expect((await ask(url, { headers: { ...headers, 'x-token': token } })).statusCode).toBe(403)
  }
  expect((await portal.caller(token)(peopleEndpoints.self)).data.id).toBe(person.id)
  const done = await ask(url, { headers: { 'x-token': token, 'sec-fetch-mode': 'cors' } })
  expect([done.statusCode, done.headers['cache-control']]).toEqual([200, 'no-store'])
  expect((await ask('/api/patients', { headers: { 'x-token': token } })).statusCode).toBe(401)
})

test('a session over its request rate limit receives 429 with Retry-After, and other sessions do not', async () => {
  const { app, as, sessionOf, person: build } = await startPortal({ callsPerMinute: 5 })
  const person = await build()
  const token = await sessionOf(person.id)
  const call = () => app.inject({ url: '/api/patients', headers: { 'x-token': token } })
  for (let i = 0; i < 5; i++) expect((await call()).statusCode).toBe(200)
  const answer = await call()
  expect([answer.statusCode, answer.json()]).toEqual([
    429,
    {
      status: 'Error',
      errors: [{ msg: 'Demasiadas solicitudes. Espera un momento y vuelve a intentar', code: 'tooMany' }],
    },
  ])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.headers['x-request-id']).toBeDefined()
  expect((await (await as(await build()))(peopleEndpoints.self)).data).toBeDefined()
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200)
})

test('requests with a signed key have a count of their own, so images do not use up the limit of sign-in', async () => {
  const { app } = await startPortal({ callsPerMinute: 1 })
  const image = `/api/images/frames/${'k'.repeat(40)}/1.2/1.3/1.4/1`
  const status = async (url: string) => (await app.inject({ url })).statusCode
  for (let i = 0; i < 10; i++) expect(await status(image)).toBe(404)
  expect(await status(image)).toBe(429)
  for (let i = 0; i < 9; i++) expect(await status('/api/alert/public')).toBe(200)
  // An address without an endpoint counts too.
  expect(await status('/api/nothing')).toBe(404)
  expect(await status('/api/alert/public')).toBe(429)
  expect(await status('/health/live')).toBe(200)
})

test('all IPv6 addresses of a /64 share one request rate limit, and a /48 has sixteen times that limit', async () => {
  const { app } = await startPortal({ callsPerMinute: 1 })
  const status = async (remoteAddress: string) =>
    (await app.inject({ url: '/api/alert/public', remoteAddress })).statusCode
  for (let host = 1; host <= 10; host += 1) expect(await status(`2001:db8:1:1::${host}`)).toBe(200)
  expect(await status('2001:db8:1:1::99')).toBe(429)
  for (let call = 0; call < 149; call += 1) expect(await status(`2001:db8:1:${2 + (call % 15)}::1`)).toBe(200)
  expect(await status('2001:db8:1:ff::1')).toBe(429)
  expect(await status('2001:db8:2::1')).toBe(200)
})

test('requests with unknown tokens are limited by network, and valid tokens from that network are still accepted', async () => {
  const { app, sessionOf, person: build, clock } = await startPortal({ callsPerMinute: 5 })
  const token = await sessionOf((await build()).id)
  const call = async (key: string, remoteAddress = '10.1.2.3') =>
    (await app.inject({ url: '/api/patients', headers: { 'x-token': key }, remoteAddress })).statusCode
  expect(await call(token)).toBe(200)
  for (let i = 0; i < 5; i++) expect(await call(`made-up-${i}`)).toBe(401)
  expect(await call('made-up-6')).toBe(429)
  expect(await call(token)).toBe(200)
  expect(await call('made-up-7', '10.1.2.4')).toBe(401)
  clock.advance({ minutes: 1 })
  expect(await call('made-up-8')).toBe(401)
})

test('the audit log records the IP address that a trusted proxy names, or the proxy’s if that is no IP address', async () => {
  const {
    app,
    person: build,
    sessionOf,
    db: own,
  } = await startPortal({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const token = await sessionOf((await build()).id)
  for (const shown of ['203.0.113.9', 'unknown', '"><script>', 'fe80::1%eth0', '203.0.113.9:443', '']) {
    const headers = { 'x-token': token, 'x-forwarded-for': shown }
    expect([shown, (await app.inject({ url: '/api/patients', headers })).statusCode]).toEqual([shown, 200])
  }
  const rows = await askDatabase<{ ip: string }>(own, 'select distinct host(ip) as ip from audit_events')
  expect(rows.map((found) => found.ip).sort()).toEqual(['127.0.0.1', '203.0.113.9', 'fe80::1'])
})

test('the address of a request is the last one that no trusted proxy has', async () => {
  const [spoofed, client] = ['198.51.100.66', '203.0.113.9']
  for (const [TRUST_PROXY, remoteAddress, ...shown] of [
    ['off', client, spoofed],
    ['on', '10.0.0.1', spoofed, '127.0.0.1', client],
    ['2', '10.0.0.1', spoofed, client, '10.0.0.2'],
    ['10.0.0.1, 192.0.2.0/24', '::ffff:10.0.0.1', spoofed, client, '192.0.2.7'],
    ['2001:db8::/32', '2001:db8::1', spoofed, `::ffff:${client}`],
  ] as const) {
    const proxied = await startPortal({ environment: { TRUST_PROXY } })
    const token = await proxied.sessionOf((await proxied.person()).id)
    const headers = { 'x-token': token, 'x-forwarded-for': shown.join(', ') }
    await proxied.app.inject({ url: '/api/patients', headers, remoteAddress })
    const recorded = await proxied.db.plain('select host(ip) as ip from audit_events')
    expect([TRUST_PROXY, recorded]).toEqual([TRUST_PROXY, [{ ip: client }]])
  }
})

/** Sends raw bytes and returns the response until the connection ends. `rest` is sent after the server began to close. */
async function send(bytes: string, rest?: string, headersTimeout?: number) {
  const { app } = await startPortal()
  await app.listen({ port: 0, host: '127.0.0.1' })
  if (headersTimeout !== undefined) app.server.headersTimeout = headersTimeout
  return new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1', () => socket.write(bytes))
    if (rest !== undefined)
      app.server.once('request', () => {
        app.close().catch(reject)
        socket.write(rest)
      })
    let received = ''
    socket.setEncoding('utf8').on('data', (text) => {
      received += text
    })
    socket.on('close', () => resolve(received)).on('error', reject)
  })
}

test('headers that do not arrive in time are rejected, and a connection without any data is closed without an answer', async () => {
  expect((await send('GET / HTTP/1.1\r\nhost: a\r\n', undefined, 50)).split('\r\n', 1)[0]).toContain(' 400 ')
  expect(await send('', undefined, 50)).toBe('')
})

test('a request whose body arrives after the server began to close is answered, and its connection ends', async () => {
  const body = JSON.stringify({ document_type_id: 1, document_number: '11111111-1', password: 'x' })
  const received = await send(
    `POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    body,
  )
  expect(received.split('\r\n', 1)[0]).toContain('HTTP/1.1 400 ')
  expect(received.toLowerCase()).toContain('\r\nconnection: close\r\n')
})

test('requests answer 503 with Retry-After while the database is unreachable, and the log holds no personal data', async () => {
  const dead = openPostgres({ url: 'postgres://nobody@127.0.0.1:9/none', connections: 2 })
  const lines: string[] = []
  const { clinic } = await startPortal()
  const { app } = await openPortal(dead, testClock(), { log: lines, clinic })
  onTestFinished(async () => {
    await app.close()
    await dead.close()
  })
  const token = 'a'.repeat(43)
  for (const options of [
    { url: '/api/patients', headers: { 'x-token': token } },
    { url: '/api/alert/public' },
    {
      method: 'POST' as const,
      url: '/api/auth/login',
      payload: { document_type_id: 1, document_number: '12345678-5', password: 'Clave2026' },
    },
  ]) {
    const answer = await app.inject(options)
    expect([options.url, answer.statusCode]).toEqual([options.url, 503])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json()).toMatchObject(envelope)
  }
  const log = lines.join('')
  expect(log).toContain('ECONNREFUSED')
  for (const secret of [token, '12345678', 'Clave2026']) expect(log).not.toContain(secret)
})

test('a request that waits too long for a database lock answers 503', async () => {
  const own = await openTestDatabase({ limits: { statementTimeout: 5000, connectionTimeout: 30_000 } })
  const { as, person: build, app, sessionOf } = await openPortal(own, testClock())
  onTestFinished(() => app.close().then(own.close))
  const person = await build()
  const hour = await buildAppointment(own, {
    patient_id: person.id,
    starts_at: new Date('2026-12-01T12:00:00Z'),
  })
  const token = await sessionOf(person.id)
  const answer = await own.transaction(async (tx) => {
    await askDatabase(tx, `select 1 from appointments where id = ${hour.id} for update`)
    return app.inject({
      method: 'PUT',
      url: '/api/medicals/appointments/cancel',
      headers: { 'x-token': token },
      payload: { id_appointment: hour.id },
    })
  })
  expect(answer.statusCode).toBe(503)
  await (await as(person))(appointmentEndpoints.cancel, { body: { id_appointment: hour.id } })
})

test('the log of a series of requests contains no document, name, mail, password, token or address', async () => {
  const log: string[] = []
  const { app, person: build, anonymous, caller } = await startPortal({ log, alsoMount: mountOdd })
  const password = 'Cordillera-9931'
  const person = await build({
    document_number: '123456785',
    first_name: 'Camila',
    last_name: 'Fuentes',
    email: 'camila@ejemplo.cl',
    password_hash: await passwords.hash(password),
  })
  const credentials = { document_type_id: 1 as const, document_number: '12.345.678-5', password }
  await getRejection(
    anonymous(sessionEndpoints.signIn, { body: { ...credentials, password: 'Equivocada-7' } }),
  )
  const { token } = await anonymous(sessionEndpoints.signIn, { body: credentials })
  if (token === undefined) throw new Error('not signed in')
  const call = caller(token)
  await call(peopleEndpoints.self)
  await getRejection(call(peopleEndpoints.one, { params: { id: 2_000_000 } }))
  for (const url of [
    '/api/patients/info/123456785',
    '/accepted/1/123456785/Camila',
    '/api/patients?email=camila@ejemplo.cl',
    '/api/%?rut=123456785',
    `/api/exams/results/by-key/${'k'.repeat(40)}`,
    '/api/odd/throws',
  ])
    await app.inject({ url, headers: { 'x-token': token, referer: 'http://a/?name=Camila' } })
  await call(sessionEndpoints.signOut, { params: { id: person.id } })
  expect(log.length).toBeGreaterThan(5)
  expect(log.join('')).toContain('/api/patients/:id')
  const secrets = ['12345678', '12.345.678', 'Camila', 'Fuentes', 'camila@', password, 'Equivocada', token]
  for (const secret of [...secrets, 'k'.repeat(40), '127.0.0.1'])
    expect(log.join('').includes(secret), `the log holds ${secret.slice(0, 12)}`).toBe(false)
})

test('metrics are published only if METRICS is on, to this machine and to others who send the token', async () => {
  const token = 'm'.repeat(32)
  const watched = await startPortal({ environment: { METRICS: 'on', METRICS_TOKEN: token } })
  await watched.app.inject('/api/alert/public')
  const { body } = await watched.app.inject('/metrics')
  expect(body).toContain('portal_requests_total{route="/api/alert/public",status="200"} 1')
  expect(body).toContain('portal_mails_total')
  const statusFor = async (headers: Record<string, string>) =>
    (await watched.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.7', ...headers } }))
      .statusCode
  expect(await statusFor({})).toBe(404)
  expect(await statusFor({ authorization: `Bearer ${token}x` })).toBe(404)
  expect(await statusFor({ authorization: `Bearer ${token}` })).toBe(200)
  const quiet = await startPortal()
  expect((await quiet.app.inject('/metrics')).statusCode).toBe(404)
})

test('security.txt names the contact and a policy, and expires within a year', async () => {
  const answer = await ask('/.well-known/security.txt')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    answer.body
      .trim()
      .split('\n')
      .map((line) => [line.split(': ', 1)[0], line.split(': ')[1]]),
  )
  const { email } = portal.clinic.current().clinic.support
  expect(fields.get('Contact')).toBe(`mailto:${email}?subject=seguridad`)
  const days = (Date.parse(fields.get('Expires') ?? '') - portal.clock.now().getTime()) / 86_400_000
  expect(days > 30 && days < 365).toBe(true)
  expect((await ask(new URL(fields.get('Policy') ?? '').pathname)).statusCode).toBe(200)
})
