/**
 * F8: two servers share one PostgreSQL. Session takeovers, bookings, acceptances, rate limits and jobs stay
 * correct.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createRun, createToken, password } from '../../bench/clinic.ts'
import { type Answer, json } from '../harness/calling.ts'
import { type Clinic, clinic, type Harness } from '../harness/harness.ts'
import { type Findings, has, openFindings, type Portion, type Size } from '../harness/outcome.ts'
import type { ServerProcess } from '../harness/server-process.ts'

type Pair = readonly [ServerProcess, ServerProcess]

const one = (servers: Pair, turn: number) => servers[turn % 2 === 0 ? 0 : 1]

function signIn(server: ServerProcess, run: string, word: string, from = '10.9.0.1'): Promise<Answer> {
  const asked = json({ document_type_id: 1, document_number: run, password: word })
  return server.ask({
    ...asked,
    path: '/api/auth/login',
    headers: { ...asked.headers, 'x-forwarded-for': from },
  })
}

/** Signs in on the two servers in turn. Each sign-in ends the previous session, whose next call is rejected. */
async function takeOver(servers: Pair, findings: Findings, times: number): Promise<void> {
  let right = 0
  let last: { token: string; id: number } | null = null
  for (let turn = 0; turn < times; turn += 1) {
    const answer = await signIn(one(servers, turn), createRun(clinic.people + 1), password)
    if (answer.status !== 200) continue
    const { token, patient } = JSON.parse(answer.body) as { token: string; patient: { id: number } }
    if (last) {
      const old = await one(servers, turn + 1).ask({
        path: `/api/auth/token/${last.id}`,
        headers: { 'x-token': last.token },
      })
      const code = (JSON.parse(old.body || '{}') as { error?: { code?: number } }).error?.code
      if (old.status === 401 && code === 3) right += 1
    }
    last = { token, id: patient.id }
  }
  findings.add({ acknowledged: times })
  findings.atLeast('sessions taken over that end at their next call, with code 3', right, times - 1)
}

/** Lets all patients book the same slot at the same time, once in each round. */
async function bookOnce(
  servers: Pair,
  ask: Clinic['ask'],
  findings: Findings,
  rounds: number,
  each: number,
  allowed: readonly number[],
) {
  const people = 2 * each
  const bearers = await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const { body } = await one(servers, person).ask({
        path: '/api/scheduling/token',
        headers: { 'x-token': createToken(person + 1) },
      })
      return (JSON.parse(body) as { token: string }).token
    }),
  )
  const slots = await ask<{ id: number }>(
    'select distinct on (starts_at) id from slots order by starts_at limit $1',
    [rounds],
  )
  let single = 0
  let strange = 0
  const bookingErrors = new Set<string>()
  for (const [round, { id: slot_id }] of slots.entries()) {
    const outcomes = await Promise.all(
      // The first call usually wins, and a patient may have only a few appointments. So each round starts with
      // a different patient.
      bearers.map(async (_, place) => {
        const index = (place + round * 3) % people
        const bearer = bearers[index]
        const server = one(servers, index)
        const post = (path: string, body: object) => {
          const asked = json(body)
          return server.ask({
            ...asked,
            path,
            headers: { ...asked.headers, authorization: `Bearer ${bearer}` },
          })
        }
        const held = await post('/agenda/v1/holds', { slot_id })
        if (held.status !== 200) return held.status
        const { hold_id } = (JSON.parse(held.body) as { data: { hold_id: number } }).data
        const booked = await post('/agenda/v1/bookings', { hold_id, patient_id: index + 1 })
        if (booked.status !== 200) bookingErrors.add(booked.body)
        return booked.status
      }),
    )
    const won = outcomes.filter((status) => status === 200).length
    if (won === 1) single += 1
    strange += outcomes.filter((status) => !allowed.includes(status)).length
    for (const status of outcomes) if (status !== 200) findings.error(status)
    findings.add({ acknowledged: won, duplicated: Math.max(0, won - 1) })
  }
  const [row] = await ask<{ count: number }>(
    `select count(*)::int as count from appointments where scheduled and state = 'booked'`,
  )
  findings.add({ lost: Math.max(0, slots.length - (row?.count ?? 0)) })
  findings.atLeast('hours that exactly one of all got', single, slots.length)
  if (single < slots.length) findings.holds(`who held the others was refused: ${[...bookingErrors]}`, false)
  findings.atMost(`answers other than ${allowed.join(', ')}`, strange, 0)
}

/** Makes calls while the table of family links is locked, so that all of them arrive before one can read it. */
async function whileHeld<T>(url: string, calls: () => T): Promise<T> {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table family_links in access exclusive mode')
    const made = calls()
    await wait(500)
    await holder.query('commit')
    return made
  } finally {
    await holder.end()
  }
}

/** Accepts the same family request a hundred times at once. */
async function acceptOnce(servers: Pair, { url, ask }: Clinic, findings: Findings): Promise<void> {
  const [type] = await ask<{ id: number }>(
    'select id from relationship_types where not leader_is_guardian order by id limit 1',
  )
  const [link] = await ask<{ id: number }>(
    `insert into family_links (leader_id, member_id, relationship_type_id, state, created_at)
     values (1, 2, $1, 'pending', now()) returning id`,
    [type?.id],
  )
  const [request] = await ask<{ id: number }>(
    'insert into family_requests (family_id, applicant_id, created_at) values ($1, 1, now()) returning id',
    [link?.id],
  )
  const path = `/api/requests/families/groups/modals/accepteds/${request?.id}/1/${link?.id}`
  const calls = await whileHeld(url, () =>
    Array.from({ length: 100 }, (_, turn) =>
      one(servers, turn).ask({ path, headers: { 'x-token': createToken(2), 'sec-fetch-mode': 'cors' } }),
    ),
  )
  const answers = await Promise.all(calls)
  for (const { status } of answers) if (status !== 200) findings.error(status)
  const accepted = answers.filter(({ status }) => status === 200).length
  const late = answers.filter(({ status }) => status === 409).length
  findings.holds(
    'of a hundred acceptances at once one is answered 200, the others 409',
    accepted === 1 && late === 99,
    `${accepted} and ${late}`,
  )
  const [row] = await ask<{ notices: number; decided: number }>(
    `select (select count(*)::int from notifications where person_id = 1 and created_at > now() - interval '1 minute') as notices,
       (select count(*)::int from family_requests where id = $1 and request_status = 1 and decided_by = 2) as decided`,
    [request?.id],
  )
  findings.add({ acknowledged: row?.decided ?? 0, lost: 1 - (row?.decided ?? 0) })
  findings.atMost(
    'notifications to the applicant of a request that was accepted a hundred times at once',
    row?.notices ?? 0,
    1,
  )
}

/**
 * Checks that both servers share one rate limit for failed sign-ins, both one after another and all at once.
 */
async function countOnce(harness: Harness, url: string, findings: Findings): Promise<void> {
  const environment = { DATABASE_URL: url, LIMITS_FACTOR: '1' }
  const servers: Pair = [await harness.server(environment), await harness.server(environment)]
  for (const [name, account] of [
    ['one after another', 2],
    ['all at once', 3],
  ] as const) {
    const from = `10.10.0.${account}`
    const attempt = (turn: number) =>
      signIn(one(servers, turn), createRun(clinic.people + account), `wrong${turn}`, from)
    const answers: Answer[] = []
    if (account === 2) for (let turn = 0; turn < 16; turn += 1) answers.push(await attempt(turn))
    else answers.push(...(await Promise.all(Array.from({ length: 30 }, (_, turn) => attempt(turn)))))
    const reported = answers.filter(({ status }) => status === 400).length
    findings.atMost(`wrong passwords answered as such, ${name}`, reported, 10)
    const right = await signIn(one(servers, 0), createRun(clinic.people + account), password, '10.10.1.1')
    findings.holds(
      `the right password from elsewhere meanwhile, ${name}`,
      right.status === 200,
      String(right.status),
    )
  }
}

const remind = 'booking.remind'

/** Kills a server repeatedly in the middle of a job. The next server continues the job. */
async function killJobs(
  harness: Harness,
  { url, ask }: Clinic,
  findings: Findings,
  kills: number,
  people: number,
) {
  await ask(
    `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
       place_care, place_detail, modality, starts_at, ends_at, state, created_at)
     select p, '100000005', 'Dra. Antonia Sepúlveda', 1, 'Medicina general', 'Consulta', (select min(id) from offices),
       'Providencia', 'Box 1', 'presencial', at, at + interval '20 minutes', 'booked', now() - interval '30 days'
     from generate_series(1, $1::int) p, (values (1), (7)) as ahead (days),
       lateral (select (date_trunc('day', now() at time zone 'America/Santiago') + make_interval(days => days, hours => 12, mins => p % 60))
         at time zone 'America/Santiago' as at) t`,
    [people],
  )
  const remembered = async () =>
    (await ask<{ count: number }>('select count(*)::int as count from sent_reminders'))[0]?.count ?? 0
  const [due] = await ask<{ count: number }>(
    `select count(distinct (patient_id, (starts_at at time zone 'America/Santiago')::date))::int as count from appointments a
     join people p on p.id = a.patient_id
     where a.state = 'booked' and a.created_at < now() - interval '10 days' and p.email is not null`,
  )
  const environment = { DATABASE_URL: url }
  const first = await harness.server(environment)
  // A claim lasts a minute after the server was killed.
  const makeDue = () =>
    ask('update periodic_jobs set due_at = now(), claimed_until = null where name = $1 returning name', [
      remind,
    ])
  while ((await makeDue()).length === 0) await wait(50)
  await first.end('SIGKILL')
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await remembered()
    const server = await harness.server(environment)
    while ((await remembered()) === before) await wait(1)
    await server.end('SIGKILL')
    await makeDue()
  }
  await harness.server(environment)
  const deadline = performance.now() + 60_000
  while ((await remembered()) < (due?.count ?? 0) && performance.now() < deadline) await wait(100)
  await wait(1_000)
  const mails = await ask<{ count: number }>(
    `select count(*)::int as count from outbox where template = 'booking.reminder' group by person_id, not_after`,
  )
  const sent = mails.reduce((sum, { count }) => sum + count, 0)
  findings.add({
    acknowledged: await remembered(),
    lost: Math.max(0, (due?.count ?? 0) - sent),
    duplicated: mails.filter(({ count }) => count > 1).length,
  })
  findings.holds(
    `reminders sent once by a job killed ${kills} times`,
    sent === due?.count && sent === (await remembered()),
    `${sent} of ${due?.count}`,
  )
}

export async function testTwoServers(harness: Harness, size: Size, portion: Portion) {
  const findings = openFindings(size)
  const whole = size === 'whole'
  const rounds = (usual: number) => portion.rounds ?? usual
  const at = await harness.clinic()
  const environment = { DATABASE_URL: at.url }
  const servers: Pair = [await harness.server(environment), await harness.server(environment)]
  if (has(portion, 'sessions')) await takeOver(servers, findings, rounds(whole ? 1_000 : 20))
  if (has(portion, 'hours'))
    await bookOnce(
      servers,
      at.ask,
      findings,
      rounds(whole ? 100 : 4),
      whole ? 200 : 25,
      size === 'untimed' ? [200, 409, 503] : [200, 409],
    )
  if (has(portion, 'requests')) await acceptOnce(servers, at, findings)
  if (has(portion, 'tries')) await countOnce(harness, at.url, findings)
  for (const server of servers) await server.end('SIGTERM')
  if (has(portion, 'jobs'))
    await killJobs(harness, await harness.clinic(), findings, whole ? 10 : 1, whole ? 500 : 150)
  return findings.outcome()
}
