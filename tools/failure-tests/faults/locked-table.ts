/** F5: a table is locked for a long time, and the calls that need it take every available connection. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createToken } from '../../bench/clinic.ts'
import { json } from '../harness/calling.ts'
import { clinic, type Harness } from '../harness/harness.ts'
import { openFindings, percentile, type Size } from '../harness/outcome.ts'

const paths = [
  '/api/medicals/appointments/upcomings',
  '/api/exams/procedures',
  '/api/notifications?limit=5',
] as const

export async function testLockedTable(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const seconds = size === 'whole' ? 20 : 4
  const { url } = await harness.clinic()
  const server = await harness.server({ DATABASE_URL: url })

  const readFor = async (milliseconds: number) => {
    const times: number[] = []
    const end = performance.now() + milliseconds
    await Promise.all(
      Array.from({ length: 4 }, async (_, worker) => {
        for (let turn = worker; performance.now() < end; turn += 4) {
          const headers = { 'x-token': createToken(1 + (turn % clinic.sessions)) }
          const answer = await server.ask({ path: paths[turn % paths.length] ?? paths[0], headers })
          times.push(answer.milliseconds)
          if (answer.status !== 200) findings.error(answer.status)
          await wait(5)
        }
      }),
    )
    return times
  }
  await readFor(1_500)
  const normal = percentile(await readFor(seconds * 1000), 0.99)

  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  harness.afterwards(() => holder.end())
  await holder.query('begin; lock table survey_answers in access exclusive mode')
  const locked: { status: number; milliseconds: number; retry: boolean }[] = []
  let over = false
  const writers = Promise.all(
    Array.from({ length: 24 }, async (_, worker) => {
      for (let turn = worker; !over; turn += 24) {
        const person = 1 + (turn % clinic.sessions)
        const asked = json({ id: person, suggestion: 'Grupo familiar', comment: `locked ${turn}` })
        const headers = { ...asked.headers, 'x-token': createToken(person) }
        const {
          status,
          milliseconds,
          headers: given,
        } = await server.ask({ ...asked, path: '/api/survey', headers })
        locked.push({ status, milliseconds, retry: given['retry-after'] !== undefined })
        if (status !== 200) await wait(100)
      }
    }),
  )
  const beside = percentile(await readFor(seconds * 1000), 0.99)
  await holder.query('rollback')
  const back = performance.now()
  const count = locked.length
  while (!locked.slice(count).some(({ status }) => status === 200) && performance.now() - back < 10_000)
    await wait(10)
  findings.recovered(performance.now() - back)
  over = true
  await writers

  const rejected = locked.filter(({ status }) => status !== 200)
  findings.add({ acknowledged: locked.length - rejected.length })
  for (const { status } of rejected) findings.error(status)
  findings.atMost(
    'locked calls answered after',
    Math.max(...locked.map(({ milliseconds }) => milliseconds)),
    3_000,
    'ms',
  )
  findings.atMost(
    'of them neither done nor 503 with Retry-After',
    rejected.filter(({ status, retry }) => status !== 503 || !retry).length,
    0,
  )
  findings.quickly('lists of other tables meanwhile, p99 against before', beside / normal, 2, '×')
  return findings.outcome()
}
