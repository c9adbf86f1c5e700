/**
 * The load generator, a process of its own: keep-alive connections that each send the next request as soon as the
 * answer to the last is whole. It speaks just enough HTTP/1.1 to cost less than any server it measures, and waits for
 * plans from its parent, see `load-client.ts`.
 */
import { createConnection, type Socket } from 'node:net'
import type { LoadMessage, LoadPlan } from './load-client.ts'

const endOfHead = Buffer.from('\r\n\r\n')

type Tally = { count: number; failed: number; firstFailure: string | null; times: number[] }

function tell(message: LoadMessage): void {
  process.send?.(message)
}

/** The bytes of a whole answer at the start of `buffer`, or 0 while some are missing. */
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
    const send = () => {
      sent = performance.now()
      socket.write(requests[next] ?? '')
      next = (next + 1) % requests.length
    }
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      const buffer: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk])
      if (wholeAnswer(buffer) === 0) {
        rest = buffer
        return
      }
      rest = null
      judge(buffer, sent)
      if (running) send()
    })
    socket.on('error', (error) => {
      if (!running) return
      tally.failed += 1
      tally.firstFailure ??= String(error)
    })
    socket.on('close', () => {
      if (running) open()
    })
    sockets.push(socket)
  }

  for (let index = 0; index < plan.connections; index += 1) open()
  return new Promise((resolve) => {
    setTimeout(() => {
      counting = true
      const start = performance.now()
      const cpu = process.cpuUsage()
      tell({ kind: 'counting' })
      setTimeout(() => {
        counting = false
        const seconds = (performance.now() - start) / 1000
        const { user, system } = process.cpuUsage(cpu)
        running = false
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
            ownCores: (user + system) / 1e6 / seconds,
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
