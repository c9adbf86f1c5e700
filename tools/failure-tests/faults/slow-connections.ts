/** F10 and F11: connections that send data very slowly, and connections that send nothing. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createToken } from '../../bench/clinic.ts'
import { clinic, type Harness } from '../harness/harness.ts'
import { type Findings, openFindings, percentile, type Size } from '../harness/outcome.ts'
import type { ServerProcess } from '../harness/server-process.ts'

type Slow = { readonly socket: Socket; closed: number | null; readonly began: number }

function open(port: number, onConnect: (socket: Socket) => void): Promise<Slow> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    const slow: Slow = { socket, closed: null, began: performance.now() }
    socket.on('connect', () => {
      onConnect(socket)
      resolve(slow)
    })
    socket.on('error', () => resolve(slow))
    socket.on('close', () => {
      slow.closed ??= performance.now() - slow.began
      resolve(slow)
    })
    socket.resume()
  })
}

/** Sends one byte a second while the server accepts it. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.writable && socket.write('x'), 1_000)
  socket.on('close', () => clearInterval(timer))
}

async function probe(server: ServerProcess, findings: Findings, until: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (let turn = 1; !until(); turn += 1) {
    const headers = { 'x-token': createToken(1 + (turn % clinic.sessions)) }
    const { status, milliseconds } = await server.ask({ path: '/api/notifications?limit=5', headers })
    times.push(milliseconds)
    if (status !== 200) findings.error(status)
    await wait(10)
  }
  return times
}

export async function testSlowConnections(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const each = size === 'whole' ? 1_000 : 150
  const { url } = await harness.clinic()
  const server = await harness.server({ DATABASE_URL: url })
  let over = false
  const probing = probe(server, findings, () => over)

  const token = createToken(1)
  const slow = async (kind: string, head: string, limit: number, times: number, dripping: boolean) => {
    const all = await Promise.all(
      Array.from({ length: times }, () =>
        open(server.port, (socket) => {
          socket.write(head)
          if (dripping) drip(socket)
        }),
      ),
    )
    const deadline = performance.now() + limit * 1000 + 3_000
    while (all.some(({ closed }) => closed === null) && performance.now() < deadline) await wait(50)
    findings.add({ acknowledged: all.length })
    const last = Math.max(...all.map(({ closed }) => closed ?? Number.POSITIVE_INFINITY)) / 1000
    findings.atMost(`${kind}: the last one closed after`, last, limit, 's')
    for (const { socket } of all) socket.destroy()
  }
  const body = `POST /api/survey HTTP/1.1\r\nhost: x\r\nx-token: ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`
  await Promise.all([
    slow('headers', 'GET / HTTP/1.1\r\nx-slow: ', 11, each, true),
    slow('bodies', body, 31, each, true),
    slow('half a body and silence', body, 31, Math.ceil(each / 10), false),
  ])
  over = true
  const times = await probing
  findings.quickly('healthy calls beside them, p99', percentile(times, 0.99), 100, 'ms')
  findings.atMost('healthy calls that failed', Object.values(findings.outcome().errors).length, 0)
  return findings.outcome()
}

/**
 * Opens this many connections that send one request and then stay idle. Returns the memory that they took, and
 * the seconds until all were closed.
 */
async function beIdle(server: ServerProcess, findings: Findings, count: number) {
  const before = server.memory()
  const all: Slow[] = []
  while (all.length < count)
    all.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, () =>
          open(server.port, (socket) => socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n')),
        ),
      )),
    )
  await wait(1_000)
  findings.add({ acknowledged: all.length })
  const more = server.memory() - before
  const began = performance.now()
  while (all.some(({ closed }) => closed === null) && performance.now() - began < 15_000) await wait(50)
  return { more, closed: (performance.now() - began) / 1000 }
}

export async function testIdleConnections(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const { url } = await harness.clinic()
  const heap = join(harness.folder(), 'heap')
  const server = await harness.server(
    { DATABASE_URL: url, DRILL_HEAP: heap },
    { before: [join(import.meta.dirname, '../harness/collecting.ts')] },
  )
  let over = false
  await probe(server, findings, stopAfter(2_000))
  const probing = probe(server, findings, () => over)
  const count = size === 'whole' ? 10_000 : 1_000
  const { more, closed } = await beIdle(server, findings, count)
  findings.atMost('memory more with them', more, 100, 'MB')
  findings.atMost('all closed after', closed, 8, 's')
  if (size === 'whole') {
    // Uncollected garbage and free memory kept by the allocator are no leak. A leak would raise the memory in
    // use each time, and the memory of the process would not stop growing.
    const settled = async () => {
      await wait(15_000)
      server.signal('SIGUSR2')
      while (!existsSync(heap)) await wait(50)
      await wait(200)
      const used = Number(readFileSync(heap, 'utf8'))
      rmSync(heap)
      return { used, held: server.memory() }
    }
    const first = await settled()
    await beIdle(server, findings, count)
    const second = await settled()
    await beIdle(server, findings, count)
    const third = await settled()
    findings.atMost('memory in use after a third time, against after the first', third.used / first.used, 1.1)
    findings.atMost('memory held after a third time, against after the second', third.held / second.held, 1.1)
  }
  over = true
  findings.quickly('healthy calls beside them, p99', percentile(await probing, 0.99), 100, 'ms')
  findings.atMost('healthy calls that failed', Object.values(findings.outcome().errors).length, 0)
  return findings.outcome()
}

function stopAfter(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds
  return () => performance.now() > end
}
