import { type Endpoint, fullPath } from '@mi-portal/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { buildProfessional } from '../booking/calendar.ts'
import { openTestDatabase } from '../database.ts'
import { openPortal, type Portal, testClock } from '../portal.ts'
import { type Actors, buildActors, type Caller, callers } from './actors.ts'
import { createCalls } from './calling.ts'
import { type Canary, canariesIn, canary, canaryTables } from './canaries.ts'
import type { AccessCase } from './cases.ts'
import { table } from './table.ts'

let db: Database
let portal: Portal
let tables: Awaited<ReturnType<typeof canaryTables>>
let shared: Actors

let incompleteTables: string[]

async function actorsWithCanaries(): Promise<Actors> {
  const actors = await buildActors(portal)
  incompleteTables = await canary(db, tables, actors)
  return actors
}

beforeAll(async () => {
  db = await openTestDatabase()
  portal = await openPortal(db, testClock(), {})
  // The waiting list needs a professional who attends its specialty.
  await buildProfessional(db)
  tables = await canaryTables(db)
  shared = await actorsWithCanaries()
})

afterAll(async () => {
  await portal.app.close()
  await db.close()
})

const call = createCalls(() => portal)

function mayShow(
  found: Canary,
  accessCase: AccessCase,
  caller: Caller,
  actors: Actors,
  status: number,
): boolean {
  const callerId = actors.idOf(caller)
  const aboutId = actors.about(caller, accessCase.ownOnly).id
  if (found.kind === 'secret') return false
  if (found.owner === callerId) return found.kind !== 'registry'
  if (![200, accessCase.ok].includes(status) || !accessCase.shows(caller).includes(found.kind)) return false
  if (found.owner === aboutId || accessCase.ofEveryPatient) return true
  return actors.linked(found.owner, aboutId) || (callerId !== null && actors.linked(found.owner, callerId))
}

/** Returns what is wrong with the answer to one caller, as text. */
async function fieldErrorOf(
  endpoint: Endpoint,
  accessCase: AccessCase,
  caller: Caller,
  actors: Actors,
): Promise<string[]> {
  const answer = await call(endpoint, accessCase, caller, actors)
  const expected = accessCase.answers[caller]
  if (answer.statusCode !== expected)
    return [`${caller}: ${answer.statusCode} instead of ${expected} ${answer.body.slice(0, 200)}`]
  return canariesIn(`${answer.body} ${JSON.stringify(answer.headers)}`, actors)
    .filter((found) => !mayShow(found, accessCase, caller, actors, answer.statusCode))
    .map(
      (found) =>
        `${caller}: sees ${found.column} of ${actors.people.get(found.owner)?.role ?? 'no person'} (${found.kind})`,
    )
}

const changes = (endpoint: Endpoint) => endpoint.method !== 'GET' || endpoint.changesState === true

describe('each kind of caller gets the expected status and only data that they may see', () => {
  test.each(table.map((row) => [row.name, row] as const))('%s', { timeout: 120_000 }, async (_, row) => {
    for (const accessCase of row.cases) {
      // A call can use up what it changes. Callers who are rejected come first, so that the data is still
      // unchanged.
      const actors = changes(row.endpoint) ? await actorsWithCanaries() : shared
      const order = callers.toSorted(
        (one, other) => Number(accessCase.answers[one] === 200) - Number(accessCase.answers[other] === 200),
      )
      const fieldErrors: string[] = []
      for (const caller of order)
        fieldErrors.push(...(await fieldErrorOf(row.endpoint, accessCase, caller, actors)))
      expect(fieldErrors).toEqual([])
    }
  })
})

test('every mounted endpoint has a row in the authorization matrix', () => {
  const rows = new Set(table.map(({ endpoint }) => `${endpoint.method} ${fullPath(endpoint)}`))
  const mounted = portal.app.mounted.map((endpoint) => `${endpoint.method} ${fullPath(endpoint)}`)
  expect(mounted.filter((one) => !rows.has(one))).toEqual([])
})

test('every actor has a row in every table with personal texts; if this fails, add the row to actors.ts', () => {
  expect(incompleteTables).toEqual([])
})

test('canary values are found in a text, and cover the tables with personal data', () => {
  const [person] = shared.people.values()
  if (!person) throw new Error('there is no such person')
  expect(canariesIn(`x zq${person.id}x5z ${person.document}`, shared)).toHaveLength(2)
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'people',
      'appointments',
      'exams',
      'exam_results',
      'contacts',
      'notifications',
      'outbox',
    ]),
  )
})
