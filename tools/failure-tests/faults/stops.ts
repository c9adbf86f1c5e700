/** F19: servers are stopped while they work, and are replaced one after another. */
import { createConnection } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createToken } from '../../bench/clinic.ts'
import type { Answer, Asked } from '../harness/calling.ts'
import { clinic, type Harness } from '../harness/harness.ts'
import { openFindings, type Size } from '../harness/outcome.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { audit, freeSlots, halfDone, startWriting } from '../harness/writing.ts'

/** Sends a write whose body arrives slowly. Returns the status of the answer. */
function slowWrite(port: number, person: number, milliseconds: number): Promise<number> {
  const body = JSON.stringify({ id: person, suggestion: 'Grupo familiar', comment: `slow ${person}` })
  const head = `POST /api/survey HTTP/1.1\r\nhost: x\r\nx-token: ${createToken(person)}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  return new Promise((resolve) => {
    let said = ''
    const socket = createConnection({ host: '127.0.0.1', port }, () => {
      socket.write(head + body.slice(0, 10))
      setTimeout(() => socket.write(body.slice(10)), milliseconds)
    })
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    socket.on('error', () => resolve(0))
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)))
  })
}

export async function testStops(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const { url, ask } = await harness.clinic()
  const environment = { DATABASE_URL: url }
  const servers: ServerProcess[] = [await harness.server(environment), await harness.server(environment)]

  const under = size === 'whole' ? 8_000 : 1_500
  const stopped = await harness.server(environment)
  const slow = Array.from({ length: 20 }, (_, n) => slowWrite(stopped.port, 501 + n, under))
  await wait(500)
  const began = performance.now()
  const [code, ...statuses] = await Promise.all([stopped.end('SIGTERM'), ...slow])
  findings.atLeast(
    'calls under way at a stop that were answered 200',
    statuses.filter((status) => status === 200).length,
    20,
  )
  findings.atMost('a stop took', (performance.now() - began) / 1000, 10, 's')
  findings.holds('it ended with 0', code === 0, String(code))

  /**
   * Works like a proxy: if one server does not accept the call or closes without an answer, the other one gets
   * it.
   */
  let turn = 0
  const through = async (asked: Asked): Promise<Answer> => {
    turn += 1
    const [first, second] = turn % 2 === 0 ? [0, 1] : [1, 0]
    const answer = await (servers[first] as ServerProcess).ask(asked)
    return answer.status === 0 ? (servers[second] as ServerProcess).ask(asked) : answer
  }
  let failed = 0
  let reads = 0
  let over = false
  const reading = Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let n = worker; !over; n += 8) {
        const headers = { 'x-token': createToken(1 + (n % 400)) }
        const { status } = await through({ path: '/api/medicals/appointments/upcomings', headers })
        reads += 1
        if (status !== 200) {
          failed += 1
          findings.error(status)
        }
        await wait(2)
      }
    }),
  )
  const slots = await freeSlots(ask, 5_000)
  // Bookings carry an idempotency key, so that a proxy or the page may repeat them.
  const writing = startWriting({ ask: through, people: clinic.people, workers: 4, kinds: ['booking'], slots })
  const rounds = size === 'whole' ? 10 : 1
  for (let round = 0; round < rounds; round += 1) {
    for (const place of [0, 1]) {
      await wait(300)
      const old = servers[place] as ServerProcess
      await old.end('SIGTERM')
      servers[place] = await harness.server(environment, { port: old.port })
    }
  }
  await writing.stop()
  over = true
  await reading
  findings.add({ acknowledged: reads })
  findings.atMost('calls that failed while servers were replaced', failed, 0)
  for (const { status } of writing.failed) findings.error(status)
  findings.atMost('bookings that failed meanwhile', writing.failed.length, 0)
  await audit(writing, ask, findings)
  findings.atMost('half done', await halfDone(ask), 0)
  return findings.outcome()
}
