/**
 * The load generator, a separate process with keep-alive connections. Each connection sends the next request as
 * soon as the last answer is complete or, with a rate, when a call is due. It parses only as much HTTP/1.1 as
 * needed, so that it costs less than the servers that it measures. It receives plans from its parent: see
 * `load-client.ts`.
 */
import { createConnection, type Socket } from 'node:net'
import type { LoadMessage, LoadPlan } from './load-client.ts'

const endOfHead = Buffer.from('\r\n\r\n')

type Tally = { count: number; failed: number; firstFailure: string | null; times: number[] }

function tell(message: LoadMessage): void {
  process.send?.(message)
}

/** Returns the length of a complete answer at the start of `buffer`, or 0 if bytes are missing. */
function wholeAnswer(buffer: Buffer): number {
  const head = buffer.indexOf(endOfHead)
  if (head < 0) return 0
  const length = /content-length: *(\d+)/i.exec(buffer.toString('latin1', 0, head))?.[1]
  const whole = head + 4 + Number(length ?? 0)
  return buffer.length >= whole ? whole : 0
}

function run(plan: LoadPlan): Promise<void> {
  const requests = plan.requests.map((text) => Buffer.from(text))
  const tally: Tally = { count: 0, failed: 0, firstFailure: null, times: [] }
  const sockets: Socket[] = []
  let next = 0
  let counting = false
  let running = true
  // With a rate: the times of overdue calls that no connection was free to send, and the free connections. Free
  // connections are used in turn, because the server closes a connection that stays unused.
  const overdue: number[] = []
  const free: ((due: number) => void)[] = []

  function judge(answer: Buffer, sent: number): void {
    if (!counting) return
    tally.count += 1
    tally.times.push(performance.now() - sent)
    const status = answer.toString('latin1', 9, 12)
    if (status === plan.status) return
    tally.failed += 1
    tally.firstFailure ??= answer.toString('latin1', 0, 2000)
  }

  function open(): void {
    const socket = createConnection({ host: '127.0.0.1', port: plan.port, noDelay: true })
    let sent = 0
    let rest: Buffer | null = null
    const send = (due: number) => {
      sent = due
      socket.write(requests[next] ?? '')
      next = (next + 1) % requests.length
    }
    const goOn = () => {
      const due = plan.rate === undefined ? performance.now() : overdue.shift()
      if (due === undefined) free.push(send)
      else send(due)
    }
    socket.on('connect', goOn)
    socket.on('data', (chunk) => {
      const buffer: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk])
      if (wholeAnswer(buffer) === 0) {
        rest = buffer
        return
      }
      rest = null
      judge(buffer, sent)
      if (running) goOn()
    })
    socket.on('error', (error) => {
      if (!running) return
      tally.failed += 1
      tally.firstFailure ??= String(error)
    })
    socket.on('close', () => {
      const place = free.indexOf(send)
      if (place >= 0) free.splice(place, 1)
      if (running) open()
    })
    sockets.push(socket)
  }

  /** Sends the calls that are due. The waiting time for a free connection counts as part of the call. */
  function keepPace(rate: number): NodeJS.Timeout {
    let due = performance.now()
    return setInterval(() => {
      for (const now = performance.now(); due <= now; due += 1000 / rate) overdue.push(due)
      while (overdue.length > 0 && free.length > 0) free.shift()?.(overdue.shift() ?? due)
    }, 1)
  }

  for (let index = 0; index < plan.connections; index += 1) open()
  const pace = plan.rate === undefined ? undefined : keepPace(plan.rate)
  return new Promise((resolve) => {
    setTimeout(() => {
      counting = true
      const start = performance.now()
      tell({ kind: 'counting' })
      setTimeout(() => {
        counting = false
        const seconds = (performance.now() - start) / 1000
        running = false
        clearInterval(pace)
        for (const socket of sockets) socket.destroy()
        tell({ kind: 'counted' })
        const times = tally.times.sort((a, b) => a - b)
        const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
        tell({
          kind: 'result',
          result: {
            seconds,
            count: tally.count,
            failed: tally.failed,
            firstFailure: tally.firstFailure,
            p50: at(0.5),
            p99: at(0.99),
          },
        })
        resolve()
      }, plan.seconds * 1000)
    }, plan.warmSeconds * 1000)
  })
}

process.on('message', (plan: LoadPlan) => {
  void run(plan)
})
process.on('disconnect', () => process.exit(0))
tell({ kind: 'ready' })
