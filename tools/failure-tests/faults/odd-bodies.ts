/** F12, F13 and F14: request bodies that are huge, deeply nested, malformed, damaged or cut off. */
import { readdirSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { tokenOf } from '../../bench/clinic.ts'
import { type Asked, form, pdf } from '../harness/calling.ts'
import type { Harness } from '../harness/harness.ts'
import { type Findings, openFindings, type Size } from '../harness/outcome.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { watch } from '../harness/watching.ts'

const own = { 'x-token': tokenOf(1) }

function longestOf(answers: readonly { milliseconds: number }[]): number {
  return Math.max(...answers.map(({ milliseconds }) => milliseconds))
}

async function rejected(
  server: ServerProcess,
  findings: Findings,
  bodies: readonly Asked[],
  allowed: readonly number[],
): Promise<void> {
  let wrong = 0
  let answered = 0
  for (const asked of bodies) {
    const { status } = await server.ask(asked)
    answered += 1
    if (status !== 200) findings.error(status)
    if (!allowed.includes(status)) wrong += 1
  }
  findings.add({ acknowledged: answered })
  findings.atMost(`answers other than ${allowed.join(', ')}`, wrong, 0)
}

export async function testOddJson(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const { url } = await harness.clinic()
  const server = await harness.server({ DATABASE_URL: url })
  const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)
  const texts = [
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '1e999',
    'NaN',
    '{"id":1e309,"suggestion":[],"comment":{}}',
    '{"__proto__":{"rol":"x"},"id":1}',
    '{"constructor":{"prototype":{"x":1}},"id":1}',
    `{"comment":"${'á'.repeat(120_000)}","id":1,"suggestion":"Grupo familiar"}`,
    `{"comment":"${'x'.repeat(300_000)}"}`,
    `{"comment":"\\u0000","id":1,"suggestion":"Grupo familiar"}`,
    `{"comment":"\\ud800","id":1,"suggestion":"Grupo familiar"}`,
    deep('[', ']', 100_000),
    `{"comment":${deep('{"a":', '}', 20_000).replace('}', '1}')}}`,
    `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
    `{"id":1,"id":2,"id":null}`,
    `{"id":9999999999999999999999,"suggestion":"Grupo familiar","comment":"a"}`,
    `[${'0,'.repeat(100_000)}0]`,
    `[${'{},'.repeat(80_000)}{}]`,
    `{"a":[${'{},'.repeat(80_000)}{}],"__proto__":1}`,
    `[${'1e300,'.repeat(42_000)}0]`,
    `{"comment":"${'\\u0041'.repeat(43_000)}","id":1,"suggestion":"Grupo familiar"}`,
    '\ufeff{}',
  ]
  const bodies: (string | Buffer)[] = [
    ...texts,
    Buffer.from([0xff, 0xfe, 0x7b, 0]),
    Buffer.alloc(2_000_000, 0x20),
  ]
  const places = [
    '/api/survey',
    '/api/auth/login',
    '/api/contacts/pages',
    '/api/documents/medicals/appointments/requests',
  ]
  const rounds = size === 'whole' ? 20 : 2
  const asked = places.flatMap((path) =>
    bodies.map(
      (body): Asked => ({
        method: 'POST',
        path,
        headers: { ...own, 'content-type': 'application/json' },
        body,
      }),
    ),
  )
  await rejected(server, openFindings(size), asked, [])
  const before = server.memory()
  const watching = await watch({ ports: [server.port], calls: [{ path: '/health/live' }], pause: 3 })
  const all = Array.from({ length: rounds }, () => asked).flat()
  // Status 0 is allowed: a client that keeps sending after a rejection may lose its connection before the
  // answer.
  await rejected(server, findings, all, [200, 400, 409, 413, 429, 0])
  findings.quickly('the longest that others were kept waiting', longestOf(await watching()), 50, 'ms')
  if (size === 'whole') await wait(10_000)
  findings.atMost('memory afterwards, against before', server.memory() / before, 1.3)
  return findings.outcome()
}

/** Returns a generator of pseudo-random numbers that are the same in every run. */
function random(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

function damaged(body: Buffer, seed: number): Buffer {
  const next = random(seed)
  const copy = Buffer.from(body)
  for (let hit = 0; hit < 1 + Math.floor(next() * 12); hit += 1)
    copy[Math.floor(next() * copy.length)] = Math.floor(next() * 256)
  if (next() < 0.3) return copy.subarray(0, Math.floor(next() * copy.length))
  if (next() < 0.2) return Buffer.concat([copy, copy])
  return copy
}

const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const fields = { id_intervencion: '4', c_prevision: '5', fecha_estimada: soon, comentarios: 'Prueba' }

function shapes(): Asked[] {
  const whole = form(fields, pdf(2_000))
  const body = Buffer.from(whole.body ?? '')
  const type = whole.headers?.['content-type'] ?? ''
  const boundary = type.slice(type.indexOf('=') + 1)
  const text = (content: string) => Buffer.from(content.replaceAll('\n', '\r\n'))
  const types = [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
    'multipart/form-data; boundary=other',
    'multipart/mixed; boundary=x',
    `multipart/form-data; boundary=${boundary}; boundary=x`,
    'multipart/form-data; charset=utf-16; boundary=x',
  ]
  const contents = [
    Buffer.alloc(0),
    text('--b'),
    text('--b--'),
    text('--b\n\n--b--\n'),
    text('--b\ncontent-disposition: form-data\n\nx\n--b--\n'),
    text('--b\ncontent-disposition: form-data; name=\n\nx\n--b--\n'),
    text('--b\ncontent-disposition: form-data; name="__proto__"\n\nx\n--b--\n'),
    text(`--b\ncontent-disposition: form-data; name="${'n'.repeat(10_000)}"\n\nx\n--b--\n`),
    text(`--b\ncontent-disposition: form-data; name="a"; filename="../../../etc/passwd"\n\nx\n--b--\n`),
    text(
      '--b\ncontent-disposition: form-data; name="a"; filename=""\ncontent-type: application/pdf\n\n\n--b--\n',
    ),
    text('--b\ncontent-disposition: form-data; name="a"; filename*=UTF-8\'\'%ff%00\n\nx\n--b--\n'),
    text(`--b\n${'x-h: y\n'.repeat(3_000)}\nx\n--b--\n`),
    text('--b\ncontent-transfer-encoding: base64\ncontent-disposition: form-data; name="a"\n\n===\n--b--\n'),
    Buffer.concat(
      Array.from({ length: 5_000 }, (_, n) =>
        text(`--b\ncontent-disposition: form-data; name="f${n}"\n\nx\n`),
      ),
    ),
    Buffer.concat(
      Array.from({ length: 40 }, (_, n) =>
        text(
          `--b\ncontent-disposition: form-data; name="f${n}"; filename="a.pdf"\ncontent-type: application/pdf\n\n%PDF-1.7\n`,
        ),
      ),
    ),
    Buffer.alloc(25_000_000, 0x61),
  ]
  const b = 'multipart/form-data; boundary=b'
  const cuts = Array.from({ length: 16 }, (_, n) => body.subarray(0, Math.floor((body.length * n) / 16)))
  return [
    ...types.map((given) => ({ type: given, body })),
    ...contents.map((content) => ({ type: b, body: content })),
    ...cuts.map((content) => ({ type, body: content })),
  ].map(({ type: given, body: content }) => ({
    method: 'POST',
    path: '/api/budgets/requests',
    headers: { ...own, 'content-type': given },
    body: content,
  }))
}

export async function testMultipart(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const { url } = await harness.clinic()
  const server = await harness.server({ DATABASE_URL: url })
  const whole = form(fields, pdf(2_000))
  const body = Buffer.from(whole.body ?? '')
  const seeds = Array.from(
    { length: size === 'whole' ? 2_000 : 300 },
    (_, seed): Asked => ({
      ...whole,
      path: '/api/budgets/requests',
      headers: { ...whole.headers, ...own },
      body: damaged(body, seed + 1),
    }),
  )
  // 200 is allowed, because damage inside a text field leaves a valid form. Status 0 is allowed, because the
  // server may close the connection before it has read the whole body.
  await rejected(server, findings, [...shapes(), ...seeds], [200, 400, 413, 415, 0])
  findings.holds('the process never ended', server.isRunning())
  return findings.outcome()
}

/** Sends this share of a request and closes the connection. */
function abort(port: number, asked: Asked, share: number): Promise<void> {
  return new Promise((resolve) => {
    const body = Buffer.from(asked.body ?? '')
    const lines = Object.entries({ host: 'x', 'content-length': String(body.length), ...asked.headers })
    const head = `${asked.method} ${asked.path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    const socket = createConnection({ host: '127.0.0.1', port }, () => {
      socket.write(head)
      socket.write(body.subarray(0, Math.floor(body.length * share)), () =>
        setTimeout(() => socket.destroy(), Math.random() * 30),
      )
    })
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
  })
}

export function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

export async function testAbortedUploads(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const { url, ask } = await harness.clinic()
  const dataDir = harness.folder()
  const server = await harness.server({ DATABASE_URL: url, DATA_DIR: dataDir })
  const whole = form(fields, pdf(400_000))
  const asked: Asked = { ...whole, path: '/api/budgets/requests', headers: { ...whole.headers, ...own } }
  await server.ask(asked)
  await wait(500)
  const stored = filesIn(join(dataDir, 'files')).length
  const times = size === 'whole' ? 1_200 : 80
  const breakOff = async (count: number) => {
    for (let done = 0; done < count; done += 20)
      await Promise.all(Array.from({ length: 20 }, (_, n) => abort(server.port, asked, (n + 1) / 21)))
  }
  // The memory of a new server grows with its first work, such as opening connections. A leak would grow
  // further with each upload, so the second half of the uploads is compared with the first.
  await breakOff(times / 2)
  await wait(size === 'whole' ? 30_000 : 1_500)
  const once = { memory: server.memory(), files: server.openFiles() }
  await breakOff(times / 2)
  await wait(size === 'whole' ? 60_000 : 3_000)
  findings.add({ acknowledged: times })
  const rows = await ask<{ budgets: number; files: number; unfinished: number }>(
    `select (select count(*)::int from budget_requests) as budgets, (select count(*)::int from files) as files,
       (select count(*)::int from unfinished_files) as unfinished`,
  )
  const now = filesIn(join(dataDir, 'files')).length
  findings.atMost('files left', now - stored, 0)
  findings.atMost(
    'rows left',
    (rows[0]?.budgets ?? 0) - 1 + (rows[0]?.files ?? 0) - 1 + (rows[0]?.unfinished ?? 0),
    0,
  )
  findings.atMost('open files and sockets left', Math.max(0, server.openFiles() - once.files), 5)
  // The few uploads of the short size say little about memory.
  const growth = server.memory() / once.memory
  findings.atMost('memory after all of them, against after half', growth, size === 'whole' ? 1.1 : 1.3)
  return findings.outcome()
}
