import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../database.ts'
import { openPortal, testClock } from '../portal.ts'

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
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  port = address.port
  close = async () => {
    await app.close()
    await db.close()
    rmSync(webFolder, { recursive: true })
  }
})
afterAll(() => close())

/** Sends bytes as they are and returns everything that is answered until the connection ends or 1.5 s of silence. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    let answer = ''
    socket.setEncoding('latin1').setTimeout(1500, () => socket.destroy())
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

const get = (target: string, headers = '', method = 'GET', host = 'host: portal.example\r\n') =>
  `${method} ${target} HTTP/1.1\r\n${host}${headers}connection: close\r\n\r\n`

const asset = '/assets/app.js'

const targets = [
  ...['/..', '/../x', '/./', '/.', '//', '//x', '///', '/x//y', '/a/../b', '/a/./b', '/a/..', '/a//', '/...'],
  ...['/%2e', '/%2e%2e', '/%2e%2e/', '/%2E%2e/x', '/a/%2e%2e/b', '/%2f', '/%2f%2f', '/a%2fb', '/a%2f%2fb'],
  ...[
    '/%00',
    '/a%00.js',
    '/a%00',
    '/%00/',
    '/..%00/',
    '/%01',
    '/%7f',
    '/%0d%0a',
    '/%09',
    '/%09/evil.example',
  ],
  ...[
    '/%5c',
    '/%5c..',
    '/%5c..%5c',
    '/a%5cb',
    '/\\',
    '/\\..\\x',
    '/C:/x',
    '/c:%5cx',
    '/x:y',
    '/x;y',
    '/x;/..',
  ],
  ...['/%', '/%2', '/%zz', '/%c0%ae%c0%ae/', '/%e0%80%ae', '/%ff', '/%ud800', '/%F0%9F%98%80', '/ñ', '/\xff'],
  ...[
    '/?',
    '/??',
    '/?x=%',
    '/?x=%00',
    '/?x[]=1',
    '/?__proto__=1',
    '/#',
    '/#x',
    '/?#',
    '/&',
    '/*',
    '*',
    '/**',
  ],
  ...[
    '/assets',
    '/assets/',
    '/assets/.',
    '/assets/..',
    '/assets/%00',
    '/assets/..%5c..%5cx',
    '/assets/%2e%2e/x',
  ],
  ...['/assets//app.js', '/assets/./app.js', '/assets/x/../app.js', '/ASSETS/app.js', '/assets/app.js/'],
  ...[
    '/assets/app.js%00',
    '/assets/app.js%20',
    '/assets/app.js.',
    '/assets/app.js::$DATA',
    '/assets/app.js.br',
  ],
  ...[
    '/assets/app%2ejs',
    '/assets%2fapp.js',
    '/index.html',
    '/index.html/',
    '/.env',
    '/.git/config',
    '/shells',
  ],
  ...[
    '/api',
    '/api/',
    '/api/%00',
    '/api/..',
    '/api//auth/login',
    '/api/%2e%2e/x',
    '/api/patients/%00',
    '/API',
  ],
  ...['/api/users/1%00', '/api/patients/validations/registrations/1/%00', '/api/alert/%2f', '/api/alert/1e9'],
  ...[
    '/agenda',
    '/agenda/',
    '/agenda/%00',
    '/agenda/..',
    '/agenda/v1/../..',
    '/api/fhir',
    '/api/fhir/',
    '/api/fhir/%00',
  ],
  ...[
    '/api/fhir/R4/Patient/..',
    '/identidad/%00',
    '/identidad/..',
    '/visor/%00',
    '/compartido/%00',
    '/correo/%2e%2e',
  ],
  ...[
    '/health',
    '/health/',
    '/health/..',
    '/metrics/..',
    '/dev/..',
    '/dev/correo/%00',
    '/favicon.ico',
    '/robots.txt',
  ],
  ...[
    'http://portal.example/',
    'http://portal.example',
    'HTTP://PORTAL.EXAMPLE/api/docs',
    'https://evil.example/x',
  ],
  ...[
    'http://portal.example/../x',
    'http://portal.example//x',
    'http:///x',
    'ftp://portal.example/',
    'x',
    'x/y',
  ],
  ...['portal.example:443', '?', '?x=1', '#', '@', 'javascript:alert(1)', '/\t', '/ /x'],
  ...[5_000, 16_000, 70_000].flatMap((length) => [`/${'a'.repeat(length)}`, `/?${'a'.repeat(length)}`]),
  `/${'a/'.repeat(4000)}`,
  `/${'%2e'.repeat(1500)}`,
  `/assets/${'a'.repeat(5000)}.js`,
  `/api/${'a'.repeat(5000)}`,
]

const methods = [
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'CONNECT',
  'BREW',
  'get',
]

const conditionalHeaders = [
  ...[
    'bytes=abc',
    'bytes=99999999-',
    'bytes=-0',
    'bytes=5-1',
    'bytes=0-0,2-2',
    'bytes=',
    'bytes',
    'items=0-1',
  ],
  ...[
    'bytes=0-99999999999999999999',
    'bytes=-99999999999999999999',
    `bytes=${'0-1,'.repeat(1000)}0-1`,
    'bytes=0x1-',
  ],
].map((range) => `range: ${range}\r\n`)
conditionalHeaders.push(
  'if-match: "x"\r\n',
  'if-match: *\r\n',
  'if-match: x\r\n',
  'if-none-match: *\r\n',
  'if-none-match: "x", W/"y"\r\n',
  'if-unmodified-since: Thu, 01 Jan 1970 00:00:00 GMT\r\n',
  'if-unmodified-since: x\r\n',
  'if-modified-since: x\r\n',
  'if-modified-since: Thu, 01 Jan 2970 00:00:00 GMT\r\n',
  'if-range: x\r\nrange: bytes=0-1\r\n',
  'accept-encoding: x;q=y, *;q=0\r\n',
  'accept-encoding: identity;q=0, *;q=0\r\n',
  `accept-encoding: ${'br,'.repeat(3000)}\r\n`,
  'accept: ;;;\r\n',
  'content-type: ;;;\r\n',
  'expect: 100-continue\r\n',
  'expect: x\r\n',
  'upgrade: h2c\r\n',
  'te: trailers\r\n',
  'cookie: =;;=;\r\n',
  'x-forwarded-for: ::::, \xff\r\n',
  'x-token: \xff\xfe\r\n',
)

const hosts = [
  'host: a\r\nhost: b\r\n',
  'host: a\r\nHOST: a\r\n',
  'host:\r\n',
  'host: \r\n',
  'host: a b\r\n',
  'host: a,b\r\n',
  'host: <script>\r\n',
  'host: a/b\r\n',
  'host: a@b\r\n',
  'host: a:b\r\n',
  'host: [::1\r\n',
  `host: ${'a'.repeat(300)}\r\n`,
  '',
]

const login = (headers: string, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\nhost: a\r\n${headers}\r\n${body}`
const json = 'content-type: application/json\r\n'

const framings = [
  '\r\n\r\n',
  'HOLA\r\n\r\n',
  'GET\r\n\r\n',
  'GET /\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/2.0\r\nhost: a\r\n\r\n',
  'GET / HTTP/9.9\r\nhost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET / HTTP/1.1\nhost: a\nconnection: close\n\n',
  'GET / HTTP/1.1\r\nhost : a\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\n x: y\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\nx\0: y\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\nx: \0\r\n\r\n',
  'GET  /  HTTP/1.1\r\nhost: a\r\n\r\n',
  `GET / HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(2500)}\r\n`,
  `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  login(`${json}content-length: 1\r\ncontent-length: 2\r\n`, '{}'),
  login(`${json}content-length: -1\r\n`, '{}'),
  login(`${json}content-length: +2\r\n`, '{}'),
  login(`${json}content-length: 0x2\r\n`, '{}'),
  login(`${json}content-length: 2, 2\r\n`, '{}'),
  login(`${json}content-length: 99999999999999999999\r\n`, '{}'),
  login(`${json}content-length: 2\r\ntransfer-encoding: chunked\r\n`, '0\r\n\r\n'),
  login(`${json}transfer-encoding: chunked\r\ncontent-length: 2\r\n`, '0\r\n\r\n'),
  login(`${json}transfer-encoding: chunked, identity\r\n`, '0\r\n\r\n'),
  login(`${json}transfer-encoding: xchunked\r\n`, '0\r\n\r\n'),
  login(`${json}transfer-encoding:\x0bchunked\r\n`, '0\r\n\r\n'),
  login(`${json}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n`, '0\r\n\r\n'),
  login(`${json}transfer-encoding: chunked\r\n`, 'x\r\n\r\n'),
  login(`${json}transfer-encoding: chunked\r\n`, '-1\r\n\r\n'),
  login(`${json}transfer-encoding: chunked\r\n`, 'ffffffffffffffff\r\n'),
  login(`${json}transfer-encoding: chunked\r\n`, '2;x=y\r\n{}\r\n0\r\n\r\n'),
  login(`${json}transfer-encoding: chunked\r\n`, '2\r\n{}\r\n0\r\nx: y\r\n\r\n'),
  login(`${json}content-length: 2\r\n`, '{}GET / HTTP/1.1\r\nhost: a\r\n\r\n'),
  login(`${json}content-length: 3\r\n`, '\xff\xfe\x00'),
  login(`${json}content-length: 4\r\n`, 'null'),
  login(`${json}content-length: 1\r\n`, '['),
  login('content-type: application/json; charset=x\r\ncontent-length: 2\r\n', '{}'),
  login('content-type: text/plain\r\ncontent-length: 2\r\n', '{}'),
  login('content-type: multipart/form-data\r\ncontent-length: 2\r\n', '{}'),
  login('content-type: multipart/form-data; boundary=\r\ncontent-length: 2\r\n', '{}'),
  login(`${json}content-encoding: gzip\r\ncontent-length: 2\r\n`, '{}'),
]

const requests = [
  ...targets.map((target) => get(target)),
  ...['/../x', '/%00', '//x', asset, '/'].flatMap((target) =>
    methods.map((method) => get(target, '', method)),
  ),
  ...conditionalHeaders.flatMap((header) => [
    get(asset, header),
    get('/', header),
    get('/api/alert/public', header),
  ]),
  ...hosts.map((host) => get('/', '', 'GET', host)),
  ...framings,
]

/** The status of every answer in what came over one connection. */
function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
}

describe('requests as bytes', () => {
  test(`none of ${requests.length} odd requests is answered with a 5xx or logged as an error`, async () => {
    expect(requests.length).toBeGreaterThan(300)
    const failed: string[] = []
    for (let at = 0; at < requests.length; at += 20) {
      const answers = await Promise.all(requests.slice(at, at + 20).map(sendRaw))
      for (const [index, answer] of answers.entries())
        if (statusesOf(answer).some((status) => status >= 500))
          failed.push(`${requests[at + index]?.slice(0, 120)} → ${answer.slice(0, 60)}`)
    }
    expect(failed).toEqual([])
    expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    expect(statusesOf(await sendRaw(get('/health/live')))).toEqual([200])
  }, 120_000)

  test.each([
    ['a path in a second spelling', get('/assets//app.js'), 404],
    ['a path with an encoded dot segment', get('/assets/%2e%2e/assets/app.js'), 404],
    ['a path with a backslash', get('/assets%5capp.js'), 404],
    ['a path with a null character', get('/assets/app.js%00'), 404],
    ['a percent sign that encodes nothing', get('/%zz'), 404],
    ['a path of 5,000 letters', get(`/assets/${'a'.repeat(5000)}.js`), 404],
    ['two hosts', get('/', '', 'GET', 'host: a\r\nhost: b\r\n'), 400],
    ['an empty host', get('/', '', 'GET', 'host:\r\n'), 400],
    ['a host with a sign that no host has', get('/', '', 'GET', 'host: a@b\r\n'), 400],
    ['a condition that the file does not meet', get(asset, 'if-match: "x"\r\n'), 412],
    ['a range beyond the end of the file', get(asset, 'range: bytes=99999999-\r\n'), 416],
    ['the whole address instead of the path', get('http://portal.example/assets/app.js'), 200],
    ['an IPv6 address as host', get('/', '', 'GET', 'host: [::1]:3000\r\n'), 200],
    ['the head of a page', get('/', '', 'HEAD'), 200],
  ])('%s is answered as HTTP says', async (_, bytes, status) => {
    const answer = await sendRaw(bytes)
    expect(statusesOf(answer)).toEqual([status])
    if (status >= 400) {
      const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
      expect(body).toMatchObject({ status: 'Error', errors: [{ code: expect.any(String) }] })
    }
  })

  test('the answer to a range beyond the end says how long the file is', async () => {
    const answer = await sendRaw(get(asset, 'range: bytes=99999999-\r\n'))
    expect(answer).toMatch(/content-range: bytes \*\/17\r\n/i)
  })

  test('the head of a page has its headers and no body', async () => {
    const answer = await sendRaw(get('/', '', 'HEAD'))
    expect(answer).toMatch(/content-type: text\/html/i)
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe('')
  })
})
