import { createHmac } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer as createWebServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { listenDuringTest } from '../../../../test/external/listen.ts'
import { startPortal } from '../../../../test/portal.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { ConfigError } from '../../../platform/config/reader.ts'

const secret = 's'.repeat(40)

/** RFC 5424: PRI and version, timestamp, host, application, process, message id, no structured data, text. */
const rfc5424 =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z) ([!-~]{1,255}) ([!-~]{1,48}) (-) ([!-~]{1,32}) - ([ -~]*)$/

function read(message: string) {
  const [, pri, at, host, application, , kind, text] = rfc5424.exec(message) ?? []
  if (text === undefined) throw new Error(`no RFC 5424 message: ${message}`)
  return { pri, at, host, application, kind, entry: JSON.parse(text) }
}

/** Splits a stream of messages that carry their length (RFC 6587). */
function framesIn(stream: Buffer): string[] {
  const frames: string[] = []
  let at = 0
  while (at < stream.length) {
    const space = stream.indexOf(' ', at)
    const length = Number(stream.subarray(at, space).toString())
    frames.push(stream.subarray(space + 1, space + 1 + length).toString())
    at = space + 1 + length
  }
  return frames
}

async function withStream(address: string) {
  const portal = await startPortal({
    environment: {
      AUDIT_STREAM: address,
      AUDIT_STREAM_SECRET: secret,
      PUBLIC_URL: 'https://portal.clinica.example',
    },
  })
  const write = (count: number) =>
    portal.db.ask(
      `insert into audit_events (at, actor_role, action, patient_id, ip, detail)
       select '2026-11-26T15:00:00.25Z', 'system', 'people.read', g, '10.0.0.1', '{"words": "Muñoz\\n\u{1F600}"}'
       from generate_series(1, $1::int) g`,
      [count],
    )
  const ids = async () =>
    (await portal.db.ask<{ id: number }>('select id from audit_events order by id')).map(({ id }) => id)
  const seal = () => portal.runJob('audit.seal')
  return { ...portal, write, ids, seal, send: () => portal.runJob('audit.stream') }
}

/** Starts a syslog server on TCP that collects the messages of each connection. */
async function syslogServer(port = 0, create: (listener: (socket: Socket) => void) => Server = createServer) {
  const messages: string[] = []
  const server = create((socket) => {
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    socket.on('error', () => {})
    socket.on('end', () => messages.push(...framesIn(Buffer.concat(parts))))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(async () => {
    if (server.listening) await close()
  })
  return { messages, port: (server.address() as AddressInfo).port, close }
}

test('sealed entries go to a syslog server over TCP once each, in order, in the format of RFC 5424', async () => {
  const { messages, port } = await syslogServer()
  const { write, ids, seal, send } = await withStream(`syslog+tcp://127.0.0.1:${port}`)
  await write(3)
  expect(await send()).toEqual({ entries: 0 })
  await seal()
  expect(await send()).toEqual({ entries: 3 })
  expect(await send()).toEqual({ entries: 0 })
  await write(2)
  await seal()
  expect(await send()).toEqual({ entries: 2 })
  const taken = messages.map(read)
  expect(taken.map(({ entry }) => entry.id)).toEqual(await ids())
  expect(taken[0]).toEqual({
    pri: '110',
    at: '2026-11-26T15:00:00.250000Z',
    host: 'portal.clinica.example',
    application: 'mi-portal',
    kind: 'audit',
    entry: {
      id: taken[0]?.entry.id,
      at: '2026-11-26T15:00:00.250000Z',
      actor_id: null,
      actor_role: 'system',
      action: 'people.read',
      patient_id: 1,
      object: null,
      outcome: 'done',
      ip: '10.0.0.1',
      request_id: null,
      detail: { words: 'Muñoz\n\u{1F600}' },
    },
  })
})

test('after an outage of the receiver the audit log continues with the first entry that was not received', async () => {
  const first = await syslogServer()
  const { write, ids, seal, send } = await withStream(`syslog+tcp://127.0.0.1:${first.port}`)
  await write(2)
  await seal()
  await send()
  await first.close()
  await write(700)
  await seal()
  await expect(send()).rejects.toThrow('ECONNREFUSED')
  const again = await syslogServer(first.port)
  expect(await send()).toEqual({ entries: 700 })
  const taken = [...first.messages, ...again.messages].map((one) => read(one).entry.id)
  expect(taken).toEqual(await ids())
})

/** A certificate for `localhost` that no authority signed. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu//YzieWc/53273L
BwoybutkNAiYsbfR9J8Wmb5V9q2hRANCAAQ2eKhbJMxReYKvovmg5hYrbh0D0kwe
XmXrhARmW1f4abR7qQeRzb1e16HvXCoEABDvJrYApfSOkEhtLeWhZwOw
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUQum2npFFK4kXmn5Tr2dzTiF3868wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTA5MDUyM1oYDzIxMjYxMTA1
MDkwNTIzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ2eKhbJMxReYKvovmg5hYrbh0D0kweXmXrhARmW1f4abR7qQeRzb1e
16HvXCoEABDvJrYApfSOkEhtLeWhZwOwo2kwZzAdBgNVHQ4EFgQUnfphFbzYxo2s
F+BypeydcKmd/TowHwYDVR0jBBgwFoAUnfphFbzYxo2sF+BypeydcKmd/TowDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgEBmi9qP1d7wSv6EEeDDORZYMN+cJ7VcoEs/DuqVH5FACIAyRvslQhwoK
13snTWVY2bfy+dgKYr1+TktHdhwiXOBk
-----END CERTIFICATE-----`

test('nothing is sent to a syslog server whose certificate is not signed by a known authority', async () => {
  const { messages, port } = await syslogServer(0, (listener) => createTlsServer({ key, cert }, listener))
  const { write, ids, seal, send } = await withStream(`syslog+tls://localhost:${port}`)
  await write(3)
  await seal()
  await expect(send()).rejects.toThrow(/certificate/)
  expect(messages).toEqual([])
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, cert])
  onTestFinished(() => setDefaultCACertificates(known))
  expect(await send()).toEqual({ entries: 3 })
  await expect.poll(() => messages.map((one) => read(one).entry.id)).toEqual(await ids())
})

test('entries are sent to a syslog server over UDP', async () => {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    socket.close()
  })
  const messages: string[] = []
  const arrived = new Promise<void>((resolve) =>
    socket.on('message', (message) => {
      messages.push(message.toString())
      if (messages.length === 2) resolve()
    }),
  )
  const { write, ids, seal, send } = await withStream(`syslog://127.0.0.1:${socket.address().port}`)
  await write(2)
  await seal()
  expect(await send()).toEqual({ entries: 2 })
  await arrived
  expect(messages.map((one) => read(one).entry.id)).toEqual(await ids())
})

test('entries are posted to a web address with a signature, and again until it answers 2xx', async () => {
  let status = 503
  const calls: { ids: number[]; isSigned: boolean }[] = []
  const server = createWebServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const signed = `${request.headers['x-audit-timestamp']}.${body}`
      const right = `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`
      calls.push({
        ids: JSON.parse(body).entries.map(({ id }: { id: number }) => id),
        isSigned: request.headers['x-audit-signature'] === right,
      })
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  const { write, ids, seal, send } = await withStream(`${await listenDuringTest(server)}/audit`)
  await write(3)
  await seal()
  await expect(send()).rejects.toThrow('answered 503')
  status = 302
  await expect(send()).rejects.toThrow()
  status = 204
  expect(await send()).toEqual({ entries: 3 })
  expect(await send()).toEqual({ entries: 0 })
  const each = { ids: await ids(), isSigned: true }
  expect(calls).toEqual([each, each, each])
})

test('two servers that send concurrently skip no entry', async () => {
  const { messages, port } = await syslogServer()
  const { write, ids, seal, send } = await withStream(`syslog+tcp://127.0.0.1:${port}`)
  await write(1200)
  await seal()
  await Promise.all([send(), send()])
  await send()
  expect([...new Set(messages.map((one) => read(one).entry.id))].toSorted((a, b) => a - b)).toEqual(
    await ids(),
  )
})

test('an invalid destination address stops the start', () => {
  const start = (environment: Record<string, string>) =>
    readConfig({ SECRET_KEY: 'x'.repeat(48), DEMO: 'false', ...environment })
  expect(start({}).auditStream).toBeNull()
  const wrongs: Record<string, string>[] = [
    { AUDIT_STREAM: 'ftp://host' },
    { AUDIT_STREAM: 'https://siem.clinica.example/in' },
    { AUDIT_STREAM: 'https://siem.clinica.example/in', AUDIT_STREAM_SECRET: 'short' },
    { AUDIT_STREAM: 'http://siem.clinica.example/in', AUDIT_STREAM_SECRET: secret },
    { AUDIT_STREAM: 'syslog+tcp://user:word@host' },
  ]
  for (const wrong of wrongs) expect(() => start(wrong)).toThrow(ConfigError)
})
