/** F8: two servers over one PostgreSQL: sessions taken over, hours booked, requests accepted, tries counted. */
import { password, runOf, tokenOf } from '../../../bench/clinic.ts'
import { type Answer, json } from '../ground/calling.ts'
import { type Clinic, clinic, type Ground } from '../ground/ground.ts'
import { type Findings, openFindings, type Size } from '../ground/outcome.ts'
import type { ServerProcess } from '../ground/server-process.ts'

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

/** Each sign-in on one server ends the session of the one before on the other, which says so at its next call. */
async function takeOver(servers: Pair, findings: Findings, times: number): Promise<void> {
  let right = 0
  let last: { token: string; id: number } | null = null
  for (let turn = 0; turn < times; turn += 1) {
    const answer = await signIn(one(servers, turn), runOf(clinic.people + 1), password)
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

/** Everybody wants the same hour at the same moment. */
async function bookOnce(servers: Pair, ask: Clinic['ask'], findings: Findings, rounds: number, each: number) {
  const people = 2 * each
  const bearers = await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const { body } = await one(servers, person).ask({
        path: '/api/scheduling/token',
        headers: { 'x-token': tokenOf(person + 1) },
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
  for (const { id: slot_id } of slots) {
    const outcomes = await Promise.all(
      bearers.map(async (bearer, index) => {
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
        return (await post('/agenda/v1/bookings', { hold_id, patient_id: index + 1 })).status
      }),
    )
    const won = outcomes.filter((status) => status === 200).length
    if (won === 1) single += 1
    strange += outcomes.filter((status) => status !== 200 && status !== 409).length
    for (const status of outcomes) if (status !== 200) findings.error(status)
    findings.add({ acknowledged: won, duplicated: Math.max(0, won - 1) })
  }
  const [row] = await ask<{ count: number }>(
    `select count(*)::int as count from appointments where scheduled and state = 'booked'`,
  )
  findings.add({ lost: Math.max(0, slots.length - (row?.count ?? 0)) })
  findings.atLeast('hours that exactly one of all got', single, slots.length)
  findings.atMost('losers refused with anything but 409', strange, 0)
}

/** The same person accepts a hundred times at once. */
async function acceptOnce(servers: Pair, ask: Clinic['ask'], findings: Findings): Promise<void> {
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
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, turn) =>
      one(servers, turn).ask({ path, headers: { 'x-token': tokenOf(2), 'sec-fetch-mode': 'cors' } }),
    ),
  )
  for (const { status } of answers) if (status !== 200) findings.error(status)
  const [row] = await ask<{ notices: number; decided: number }>(
    `select (select count(*)::int from notifications where person_id = 1 and created_at > now() - interval '1 minute') as notices,
       (select count(*)::int from family_requests where id = $1 and request_status = 1 and decided_by = 2) as decided`,
    [request?.id],
  )
  findings.add({ acknowledged: row?.decided ?? 0, lost: 1 - (row?.decided ?? 0) })
  findings.atMost(
    'times the applicant was told of a request accepted a hundred times at once',
    row?.notices ?? 0,
    1,
  )
}

/** Ten failures of one account from one address are ten on both servers together, one by one and all at once. */
async function countOnce(ground: Ground, url: string, findings: Findings): Promise<void> {
  const environment = { DATABASE_URL: url, LIMITS_FACTOR: '1' }
  const servers: Pair = [await ground.server(environment), await ground.server(environment)]
  for (const [name, account] of [
    ['one after another', 2],
    ['all at once', 3],
  ] as const) {
    const from = `10.10.0.${account}`
    const attempt = (turn: number) =>
      signIn(one(servers, turn), runOf(clinic.people + account), `wrong${turn}`, from)
    const answers: Answer[] = []
    if (account === 2) for (let turn = 0; turn < 16; turn += 1) answers.push(await attempt(turn))
    else answers.push(...(await Promise.all(Array.from({ length: 30 }, (_, turn) => attempt(turn)))))
    const told = answers.filter(({ status }) => status === 400).length
    findings.atMost(`wrong passwords answered as such, ${name}`, told, 10)
    const right = await signIn(one(servers, 0), runOf(clinic.people + account), password, '10.10.1.1')
    findings.holds(
      `the right password from elsewhere meanwhile, ${name}`,
      right.status === 200,
      String(right.status),
    )
  }
}

export async function drillTwoServers(ground: Ground, size: Size) {
  const findings = openFindings(size)
  const whole = size === 'whole'
  const { url, ask } = await ground.clinic()
  const environment = { DATABASE_URL: url }
  const servers: Pair = [await ground.server(environment), await ground.server(environment)]
  await takeOver(servers, findings, whole ? 1_000 : 20)
  await bookOnce(servers, ask, findings, whole ? 100 : 4, whole ? 200 : 25)
  await acceptOnce(servers, ask, findings)
  await countOnce(ground, url, findings)
  return findings.outcome()
}
