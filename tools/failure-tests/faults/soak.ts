/** F17: the same mixed calls run for a long time. Afterwards the server uses no more resources than before. */
import { setTimeout as wait } from 'node:timers/promises'
import { createToken } from '../../bench/clinic.ts'
import { clinic, type Harness } from '../harness/harness.ts'
import { openFindings, percentile, type Size } from '../harness/outcome.ts'
import { audit, freeSlots, halfDone, startWriting } from '../harness/writing.ts'

const lists = [
  '/api/medicals/appointments/upcomings',
  '/api/medicals/appointments/histories',
  '/api/exams/procedures',
  '/api/notifications?limit=5',
] as const

/** Returns how much a value grows in an hour, by linear regression. */
function growthPerHour(readings: readonly { at: number; value: number }[]): number {
  const mean = (of: (reading: { at: number; value: number }) => number) =>
    readings.reduce((sum, one) => sum + of(one), 0) / readings.length
  const [at, value] = [mean((one) => one.at), mean((one) => one.value)]
  const together = mean((one) => (one.at - at) * (one.value - value))
  return (together / mean((one) => (one.at - at) ** 2)) * 3_600_000
}

export async function testSoak(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const [warm, long, pause] = size === 'whole' ? [30 * 60_000, 60 * 60_000, 20] : [4_000, 5_000, 20]
  const { url, ask } = await harness.clinic()
  const server = await harness.server({ DATABASE_URL: url })
  const slots = await freeSlots(ask, 16_000)
  const writing = startWriting({ ask: server.ask, people: clinic.people, workers: 2, slots })
  const times: number[] = []
  const memory: { at: number; value: number }[] = []
  let files = 0
  let watched = false
  let over = false
  const reading = Promise.all(
    Array.from({ length: 4 }, async (_, worker) => {
      for (let turn = worker; !over; turn += 4) {
        const headers = { 'x-token': createToken(1 + (turn % clinic.sessions)) }
        const { status, milliseconds } = await server.ask({
          path: lists[turn % lists.length] ?? lists[0],
          headers,
        })
        if (watched) times.push(milliseconds)
        if (status >= 500 || status === 0) findings.error(status)
        await wait(pause)
      }
    }),
  )
  await wait(warm)
  watched = true
  files = server.openFiles()
  const end = performance.now() + long
  while (performance.now() < end) {
    memory.push({ at: performance.now(), value: server.memory() })
    await wait(long / 100)
  }
  const left = server.openFiles() - files
  over = true
  await reading
  await writing.stop()
  for (const { status } of writing.failed) findings.error(status)
  findings.atMost('answers 5xx or none', Object.values(findings.outcome().errors).length, 0)
  findings.atMost('open files and sockets more', left, 5)
  if (size === 'whole') findings.atMost('memory grows an hour by', growthPerHour(memory), 1, 'MB')
  const tenth = Math.floor(times.length / 10)
  const first = percentile(times.slice(0, tenth), 0.99)
  findings.quickly(
    'p99 of the last tenth against the first',
    percentile(times.slice(-tenth), 0.99) / first,
    1.1,
    '×',
  )
  await audit(writing, ask, findings)
  findings.atMost('half done', await halfDone(ask), 0)
  return findings.outcome()
}
