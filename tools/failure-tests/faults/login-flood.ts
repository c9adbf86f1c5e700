/**
 * F18: a flood of sign-ins with wrong passwords reaches two servers, while patients sign in with the right one.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createRun, createToken, password } from '../../bench/clinic.ts'
import { json } from '../harness/calling.ts'
import { clinic, type Harness } from '../harness/harness.ts'
import { openFindings, percentile, type Size } from '../harness/outcome.ts'
import { watch } from '../harness/watching.ts'

const attackers = 120
const addresses = 400

export async function testLoginFlood(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const whole = size === 'whole'
  const { url } = await harness.clinic()
  const environment = { DATABASE_URL: url, LIMITS_FACTOR: '1' }
  const servers = [await harness.server(environment), await harness.server(environment)]
  const serverOf = (turn: number) => servers[turn % servers.length] ?? servers[0]

  const signIn = (turn: number, run: string, word: string, from: string) => {
    const asked = json({ document_type_id: 1, document_number: run, password: word })
    return serverOf(turn)?.ask({
      ...asked,
      path: '/api/auth/login',
      headers: { ...asked.headers, 'x-forwarded-for': from },
    })
  }
  let stopped = false
  let rejected = 0
  const strange = new Map<number, number>()
  async function attack(attacker: number): Promise<void> {
    for (let turn = attacker; !stopped; turn += attackers) {
      const from = `10.66.${(turn % addresses) >> 8}.${turn & 255}`
      const answer = await signIn(turn, createRun(1 + (turn % 500)), `wrong${turn}`, from)
      const status = answer?.status ?? 0
      if ([429, 503].includes(status)) rejected += 1
      else if (status !== 400) strange.set(status, (strange.get(status) ?? 0) + 1)
      // Attackers wait after a rejection. Otherwise nearly all of their calls would be rejected at once.
      if (status !== 400) await wait(50)
    }
  }
  const flood = Promise.all(Array.from({ length: attackers }, (_, attacker) => attack(attacker)))
  const lists = await watch({
    ports: servers.map(({ port }) => port),
    calls: Array.from({ length: 500 }, (_, person) => ({
      path: '/api/medicals/appointments/upcomings',
      headers: { 'x-token': createToken(1 + person), 'x-forwarded-for': `10.7.0.${person & 255}` },
    })),
    pause: 10,
  })
  await wait(2_000)

  const people = whole ? 100 : 20
  const times: number[] = []
  let signedIn = 0
  for (let person = 0; person < people; person += 1) {
    const answer = await signIn(person, createRun(clinic.people + 1 + person), password, `10.8.0.${person}`)
    times.push(answer?.milliseconds ?? 0)
    if (answer?.status === 200) signedIn += 1
    else findings.error(answer?.status ?? 0)
    await wait(50)
  }
  stopped = true
  await flood
  const listed = await lists()
  for (const { status } of listed) if (status !== 200) findings.error(status)
  const waits = listed.map(({ milliseconds }) => milliseconds)

  findings.add({ acknowledged: signedIn })
  findings.atLeast('people who signed in with the right password', signedIn, people)
  findings.quickly('the slowest of them', Math.max(...times) / 1000, 3, 's')
  findings.quickly('lists during the flood, p99', percentile(waits, 0.99), 200, 'ms')
  findings.atLeast(
    'tries refused with 429 or 503, because too many waited or the address failed too often',
    rejected,
    1,
  )
  findings.atMost(
    'tries answered otherwise',
    [...strange.values()].reduce((sum, count) => sum + count, 0),
    0,
  )
  return findings.outcome()
}
