import { type Endpoint, fullPath } from '@mi-portal/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCatalogues } from '../../seed/catalogues.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { buildProfessional } from '../booking/calendar.ts'
import { openTestDatabase } from '../database.ts'
import { openPortal, type Portal, testClock } from '../portal.ts'
import { createCalls } from './calling.ts'
import type { AccessCase } from './cases.ts'
import { buildCast, type Caller, type Cast, callers } from './cast.ts'
import { type Mark, mark, markedTables, marksIn } from './marks.ts'
import { table } from './table.ts'

let db: Database
let portal: Portal
let tables: Awaited<ReturnType<typeof markedTables>>
let shared: Cast

let bare: string[]

async function markedCast(): Promise<Cast> {
  const cast = await buildCast(portal)
  bare = await mark(db, tables, cast)
  return cast
}

beforeAll(async () => {
  db = await openTestDatabase()
  portal = await openPortal(db, testClock(), {})
  await loadCatalogues(db)
  // Somebody attends what is waited for.
  await buildProfessional(db)
  tables = await markedTables(db)
  shared = await markedCast()
})

afterAll(async () => {
  await portal.app.close()
  await db.close()
})

const call = createCalls(() => portal)

function mayStand(found: Mark, accessCase: AccessCase, caller: Caller, cast: Cast, status: number): boolean {
  const callerId = cast.idOf(caller)
  const aboutId = cast.about(caller, accessCase.ownOnly).id
  if (found.kind === 'secret') return false
  if (found.owner === callerId) return found.kind !== 'registry'
  if (![200, accessCase.ok].includes(status) || !accessCase.shows(caller).includes(found.kind)) return false
  if (found.owner === aboutId || accessCase.ofEverybody) return true
  return cast.linked(found.owner, aboutId) || (callerId !== null && cast.linked(found.owner, callerId))
}

/** What is wrong with the answer to one caller, in a line. */
async function faultOf(
  endpoint: Endpoint,
  accessCase: AccessCase,
  caller: Caller,
  cast: Cast,
): Promise<string[]> {
  const answer = await call(endpoint, accessCase, caller, cast)
  const expected = accessCase.answers[caller]
  if (answer.statusCode !== expected)
    return [`${caller}: ${answer.statusCode} instead of ${expected} ${answer.body.slice(0, 200)}`]
  return marksIn(`${answer.body} ${JSON.stringify(answer.headers)}`, cast)
    .filter((found) => !mayStand(found, accessCase, caller, cast, answer.statusCode))
    .map(
      (found) =>
        `${caller}: sees ${found.column} of ${cast.people.get(found.owner)?.role ?? 'nobody'} (${found.kind})`,
    )
}

const changes = (endpoint: Endpoint) => endpoint.method !== 'GET' || endpoint.changesState === true

describe('to every kind of caller the right answer, with nothing in it that is not theirs to see', () => {
  test.each(table.map((row) => [row.name, row] as const))('%s', { timeout: 120_000 }, async (_, row) => {
    for (const accessCase of row.cases) {
      // What changes something spends what it changes; who is refused comes first, so that refusals meet a fresh state.
      const cast = changes(row.endpoint) ? await markedCast() : shared
      const order = callers.toSorted(
        (one, other) => Number(accessCase.answers[one] === 200) - Number(accessCase.answers[other] === 200),
      )
      const faults: string[] = []
      for (const caller of order) faults.push(...(await faultOf(row.endpoint, accessCase, caller, cast)))
      expect(faults).toEqual([])
    }
  })
})

test('every endpoint that is mounted has its row', () => {
  const rows = new Set(table.map(({ endpoint }) => `${endpoint.method} ${fullPath(endpoint)}`))
  const mounted = portal.app.mounted.map((endpoint) => `${endpoint.method} ${fullPath(endpoint)}`)
  expect(mounted.filter((one) => !rows.has(one))).toEqual([])
})

test('everybody has something in every table that holds words of people; if not, add it to cast.ts', () => {
  expect(bare).toEqual([])
})

test('the marks would be seen', () => {
  const [person] = shared.people.values()
  if (!person) throw new Error('nobody')
  expect(marksIn(`x zq${person.id}x5z ${person.document}`, shared)).toHaveLength(2)
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
