import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { listPermissions, permits } from '@mi-portal/contract/permissions/permissions'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../apps/server/test/ask.ts'
import { type Actors, buildActors } from '../../apps/server/test/authorization/actors.ts'
import type { EndpointCases, Sent } from '../../apps/server/test/authorization/cases.ts'
import { table } from '../../apps/server/test/authorization/table.ts'
import type { Portal } from '../../apps/server/test/portal.ts'
import { adversarialCalls, type Call } from './calls.ts'
import { openDescribedPortal } from './described-portal.ts'
import type { Operation } from './description.ts'
import type { Answer, Judge } from './judge.ts'
import { createSeededRandom, rounds, type SeededRandom, seed } from './seeded-random.ts'

const roles = ['anonymous', 'patient', 'administrator'] as const
type Role = (typeof roles)[number]

let db: TestDatabase
let portal: Portal
let operations: Operation[]
let judge: Judge
let actors: Actors
/** Super administrators that the test itself created. */
const known = new Set<number>()
const log: string[] = []

beforeAll(async () => {
  ;({ db, portal, operations, judge } = await openDescribedPortal(log))
  actors = await newActors()
})

async function newActors(): Promise<Actors> {
  const made = await buildActors(portal)
  known.add(made.idOf('superAdministrator') ?? 0)
  return made
}

afterAll(async () => {
  await portal.app.close()
  await db.close()
})

const entryPoints = new Map<string, EndpointCases>(
  table.map((row) => [`${row.endpoint.method} ${fullPath(row.endpoint)}`, row]),
)

const callerOf = (role: Role, operation: Operation) => {
  if (role === 'patient') return 'patient'
  return operation.access === 'staff' && !permits(listPermissions('ADMIN_ROLE', null), operation.permission)
    ? 'superAdministrator'
    : 'administrator'
}

/** Signs a caller in again, because an earlier call may have ended their session or deleted their account. */
async function headersOf(role: Role, operation: Operation): Promise<Record<string, string>> {
  if (role === 'anonymous') return {}
  const open = async () => {
    const token = await portal.sessionOf(actors.idOf(callerOf(role, operation)) ?? 0)
    return { 'x-token': token }
  }
  const usual = await open()
  const own = await portal.app.inject({ url: '/api/patients', headers: usual })
  if (own.statusCode !== 200) actors = await newActors()
  const headers = own.statusCode === 200 ? usual : await open()
  if (operation.access !== 'bearer' || role !== 'patient') return headers
  const bearer = await portal.app.inject({ url: '/api/scheduling/token', headers })
  return { authorization: `Bearer ${bearer.json().token}` }
}

function sentBy(operation: Operation, role: Role, random: SeededRandom): Sent {
  const row = entryPoints.get(operation.name)
  if (!row) throw new Error(`${operation.name} has no row`)
  const accessCase = random.one(row.cases)
  return accessCase.sent(
    actors.about(role === 'anonymous' ? 'anonymous' : callerOf(role, operation), accessCase.ownOnly),
  )
}

let calls = 0

async function answerTo(operation: Operation, call: Call, own: Record<string, string>): Promise<Answer> {
  calls += 1
  const options: InjectOptions = {
    method: operation.method,
    url: call.url,
    headers: { ...own, ...call.headers },
    remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
    payloadAsStream: true,
    ...(call.payload === undefined ? {} : { payload: call.payload }),
  }
  const answer = await portal.app.inject(options)
  const { statusCode: status, headers } = answer
  const stream = answer.stream()
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    stream.destroy()
    return { status, headers, body: '' }
  }
  const body = Buffer.concat(await stream.toArray()).toString('utf8')
  return { status, headers, body }
}

/** Returns an error if a caller was allowed although the description says they are not. */
function accessErrors(operation: Operation, role: Role, call: Call, { status }: Answer): string[] {
  if (status !== 200 || ['public', 'key'].includes(operation.access)) return []
  // A call without a session must be rejected.
  if (role === 'anonymous') return ['lets an anonymous caller in']
  const patients = ['patient', 'bearer'].includes(operation.access)
  const staff = operation.access === 'staff'
  return (patients && role === 'administrator') || (staff && role === 'patient')
    ? [`lets a ${role} in: ${call.url}`]
    : []
}

const statuses = new Map<number, number>()

type Found = { readonly what: string; readonly example: string }

async function issuesOf(operation: Operation, role: Role): Promise<Found[]> {
  const random = createSeededRandom(`${operation.name} ${role}`)
  // Most operations reject callers without a session before anything else. They need fewer calls.
  const isShut = role === 'anonymous' && !['public', 'key'].includes(operation.access)
  const count = isShut ? Math.ceil(rounds / 6) : rounds
  const own = await headersOf(role, operation)
  const issues: Found[] = []
  for (const call of adversarialCalls(operation, sentBy(operation, role, random), random, count)) {
    const logged = log.length
    const answer = await answerTo(operation, call, own)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const found = [...judge(operation, answer), ...accessErrors(operation, role, call, answer)]
    const why =
      answer.status >= 500 ? log.slice(logged).filter((line) => line.includes('request failed')) : []
    for (const fieldError of found) {
      const example = `${role} with ${call.turned}: ${answer.body.slice(0, 200)} ${why.join(' ')}`
      issues.push({ what: `${operation.name}: ${fieldError}`, example: example.slice(0, 1200) })
    }
    log.length = 0
  }
  return issues
}

test('every described operation answers adversarial values as described, without internal details', {
  timeout: 60_000 + 60_000 * rounds,
}, async () => {
  expect(operations.length).toBeGreaterThan(150)
  const issues: Found[] = []
  for (const operation of operations)
    for (const role of roles) issues.push(...(await issuesOf(operation, role)))
  if (process.env.FUZZ_ROUNDS) process.stdout.write(`${calls} calls: ${JSON.stringify([...statuses])}\n`)
  const kinds = Map.groupBy(issues, ({ what }) => what)
  const shown = [...kinds].map(([what, all]) => `${what} (${all.length}, such as ${all[0]?.example})`)
  expect(shown, `FUZZ_SEED=${seed} FUZZ_ROUNDS=${rounds}`).toEqual([])
})

test('adversarial calls change no prototype and give no account the role of super administrator', async () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect('polluted' in {}).toBe(false)
  const supers = await db.ask<{ id: number }>(`select id from people where rol = 'SUPER_ADMIN_ROLE'`)
  expect(supers.filter(({ id }) => !known.has(id))).toEqual([])
})
