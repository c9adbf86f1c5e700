import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../apps/server/test/database.ts'
import { openPortal, testClock } from '../../apps/server/test/portal.ts'

const log: string[] = []
let port: number
let close: () => Promise<void>

beforeAll(async () => {
  const webFolder = mkdtempSync(join(tmpdir(), 'mi-portal-raw-'))
  mkdirSync(join(webFolder, 'assets'))
  writeFileSync(join(webFolder, 'index.html'), '<html><head><title>x</title></head><body></body></html>')
  writeFileSync(join(webFolder, 'assets', 'app.js'), 'const secret = 1\n')
  const db = await openTestDatabase()
  const { app } = await openPortal(db, testClock(), { webFolder, log })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(app.listeningOrigin).port)
  close = async () => {
    await app.close()
    await db.close()
    rmSync(webFolder, { recursive: true })
  }
})
afterAll(() => close())

/** Sends bytes as they are and returns everything that is answered until the connection ends, or is silent for too long. */
function sendRaw(bytes: string, silenceMs = 15_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    let answer = ''
    socket.setEncoding('latin1').setTimeout(silenceMs, () => socket.destroy())
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

const get = (target: string, headers = '', method = 'GET', host = 'host: portal.example\r\n') =>
  `${method} ${target} HTTP/1.1\r\n${host}${headers}connection: close\r\n\r\n`

const asset = '/assets/app.js'

/** Paths in odd spellings, separated by spaces. */
const oddPaths =
  String.raw`/.. /../x /./ // //x /a/../b /%2e%2e/ /%2E%2E/x /a%2f%2fb /%00 /a%00.js /..%00/ /%7f /%0d%0a /%09/evil.example
  /%5c.. /a%5cb /\..\x /C:/x /x;/.. /% /%2 /%zz /%c0%ae%c0%ae/ /%ff /%ud800 /? /?x=% /?x[]=1 /?__proto__=1 /#x * /**
  /assets/ /assets/..%5c..%5cx /assets/%2e%2e/x /assets//app.js /assets/x/../app.js /assets/app.js/ /assets/app.js%20
  /assets/app.js::$DATA /assets/app.js.br /index.html /.env /.git/config /shells /api/%00 /api/.. /api/%2e%2e/x
  /api/patients/validations/registrations/1/%00 /agenda/v1/../.. /api/fhir/R4/Patient/.. /identidad/%00 /visor/%00
  /compartido/%00 /correo/%2e%2e /health/.. /metrics/.. /dev/correo/%00 http://portal.example HTTP://PORTAL.EXAMPLE/api/docs
  https://evil.example/x http:///x ftp://portal.example/ x portal.example:443 ?x=1 @ javascript:alert(1)`.split(
    /\s+/,
  )

const targets = [
  ...oddPaths,
  '/ñ',
  '/ /x',
  `/${'a'.repeat(70_000)}`,
  `/?${'a'.repeat(16_000)}`,
  `/api/${'a'.repeat(5000)}`,
]

const methods = 'HEAD POST DELETE OPTIONS TRACE PROPFIND CONNECT BREW get'.split(' ')

const oddHeaders = [
  'range: bytes=abc',
  'range: bytes=5-1',
  'range: bytes=0-99999999999999999999',
  `range: bytes=${'0-1,'.repeat(1000)}0-1`,
  'if-match: *',
  'if-modified-since: Thu, 01 Jan 2970 00:00:00 GMT',
  'if-range: x\r\nrange: bytes=0-1',
  'accept-encoding: identity;q=0, *;q=0',
  `accept-encoding: ${'br,'.repeat(3000)}`,
  'upgrade: h2c',
  'cookie: =;;=;',
  'x-forwarded-for: ::::, \xff',
  'x-token: \xff\xfe',
].map((header) => `${header}\r\n`)

const hosts = ['a b', '<script>', 'a/b', 'a:b', '[::1', 'a'.repeat(300)].map((host) => `host: ${host}\r\n`)

const login = (headers: string, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`

const framings = [
  'GET / HTTP/9.9\r\nhost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET / HTTP/1.1\nhost: a\nconnection: close\n\n',
  'GET / HTTP/1.1\r\nhost: a\r\nx: \0\r\n\r\n',
  `GET / HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(2500)}\r\n`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  login('content-length: 99999999999999999999', '{}'),
  login('transfer-encoding: chunked', 'ffffffffffffffff\r\n'),
  login('transfer-encoding: chunked', '2\r\n{}\r\n0\r\nx: y\r\n\r\n'),
  login('content-length: 2', '{}GET / HTTP/1.1\r\nhost: a\r\n\r\n'),
  login('content-length: 3', '\xff\xfe\x00'),
  login('content-encoding: gzip\r\ncontent-length: 2', '{}'),
]

/** What a proxy and the server could read as messages of different lengths: a second message would then reach another person's request. */
const ambiguous = [
  'content-length: 1\r\ncontent-length: 2',
  'content-length: -1',
  'content-length: +2',
  'content-length: 0x2',
  'content-length : 2',
  'content-length: 2\r\ntransfer-encoding: chunked',
  'transfer-encoding: identity, gzip',
  'transfer-encoding: chunked\r\ntransfer-encoding: identity',
  'transfer-encoding : chunked',
  'transfer-encoding:\x0bchunked',
  'x: y\rtransfer-encoding: chunked',
  ' content-length: 2',
]

const requests = [
  ...targets.map((target) => get(target)),
  ...['/%00', '//x', asset, '/'].flatMap((target) => methods.map((method) => get(target, '', method))),
  ...oddHeaders.flatMap((header) => [get(asset, header), get('/api/alert/public', header)]),
  ...hosts.map((host) => get('/', '', 'GET', host)),
  ...framings,
]

/** The status of every answer in what came over one connection. */
function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
}

// Some of them get no answer, so each is waited for only a moment.
test('none of the odd requests is answered with a 5xx or logged as an error', async () => {
  const failed: string[] = []
  for (let at = 0; at < requests.length; at += 20) {
    const answers = await Promise.all(requests.slice(at, at + 20).map((bytes) => sendRaw(bytes, 1500)))
    for (const [index, answer] of answers.entries())
      if (statusesOf(answer).some((status) => status >= 500))
        failed.push(`${requests[at + index]?.slice(0, 120)} → ${answer.slice(0, 60)}`)
  }
  expect(failed).toEqual([])
  expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  expect(statusesOf(await sendRaw(get('/health/live')))).toEqual([200])
}, 120_000)

test('a message of ambiguous length gets one answer, 400, and the connection ends', async () => {
  const smuggled = '0\r\n\r\nGET /health/live HTTP/1.1\r\nhost: a\r\n\r\n'
  for (const headers of ambiguous)
    expect([headers, statusesOf(await sendRaw(login(headers, smuggled)))]).toEqual([headers, [400]])
})

test.each<[name: string, bytes: string, status: number, answer?: RegExp]>([
  ['a path in a second spelling', get('/assets//app.js'), 404],
  ['a path with an encoded dot segment', get('/assets/%2e%2e/assets/app.js'), 404],
  ['a path with a null character', get('/assets/app.js%00'), 404],
  ['headers without end', get('/', `x-a: ${'a'.repeat(20_000)}\r\n`), 431],
  ['two hosts', get('/', '', 'GET', 'host: a\r\nhost: b\r\n'), 400],
  ['an empty host', get('/', '', 'GET', 'host:\r\n'), 400],
  ['a host with a sign that no host has', get('/', '', 'GET', 'host: a@b\r\n'), 400],
  ['a condition that the file does not meet', get(asset, 'if-match: "x"\r\n'), 412],
  [
    'a range beyond the end of the file',
    get(asset, 'range: bytes=99999999-\r\n'),
    416,
    /content-range: bytes \*\/17\r\n/i,
  ],
  ['the whole address instead of the path', get('http://portal.example/assets/app.js'), 200],
  ['an IPv6 address as host', get('/', '', 'GET', 'host: [::1]:3000\r\n'), 200],
  ['the head of a page', get('/', '', 'HEAD'), 200, /content-type: text\/html[\s\S]*\r\n\r\n$/i],
])('%s is answered as HTTP says', async (_, bytes, status, expected = /^/) => {
  const answer = await sendRaw(bytes)
  expect(statusesOf(answer)).toEqual([status])
  expect(answer).toMatch(expected)
  if (status >= 400) {
    const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    expect(body).toMatchObject({ status: 'Error', errors: [{ code: expect.any(String) }] })
    expect(answer).toMatch(/^x-request-id: [\w-]{36}\r$/im)
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im)
  }
})
