import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createFolderStore } from '../../src/adapters/files/folder.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { passportSealer } from '../../src/platform/security/seal.ts'
import { ask as askOf } from '../../test/ask.ts'
import { testLetterhead } from '../../test/clinic/letterhead.ts'
import { demonstration } from '../../test/clinic/packages.ts'
import { openEmptyTestDatabase, openTestDatabase } from '../../test/database.ts'
import { testClock } from '../../test/portal.ts'
import { fillDemonstration } from './fill.ts'
import { freshenDemonstration } from './freshen.ts'

// A Thursday, at noon in Santiago.
const start = '2026-11-26T15:00:00Z'
const now = new Date(start)
const secrets = ['x'.repeat(48)] as const
const sealer = passportSealer(secrets)

/** Fills a database while a second server tries the same, and returns what the tests ask of it. */
async function fill(db: Database) {
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-demonstration-'))
  const clock = testClock(start)
  const parts = {
    db,
    clinic: demonstration,
    files: createFolderStore(folder),
    sealer,
    clock,
    letterhead: testLetterhead,
  }
  const tryFill = () =>
    fillDemonstration({ ...parts, secrets, hashPassword: async (password) => `hash of ${password}` })
  const filled = await Promise.all([tryFill(), tryFill()])
  expect(filled.filter(Boolean)).toHaveLength(1)
  const ask = <Row = object>(
    sql: string,
    values: readonly (string | number | Date | readonly string[])[] = [],
  ) => askOf<Row>(db, sql, values)
  return {
    ...parts,
    folder,
    tryFill,
    ask,
    one: async <Row = object>(sql: string, values: readonly (string | number | Date)[] = []) => {
      const [row] = await ask<Row>(sql, values)
      if (row === undefined) throw new Error(`nothing for ${sql}`)
      return row
    },
    freshen: () => freshenDemonstration(parts),
    close: async () => {
      await db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

type Filled = Awaited<ReturnType<typeof fill>>

describe('the demonstration of two sites', () => {
  let filled: Filled
  beforeAll(async () => {
    filled = await fill(await openTestDatabase())
  }, 120_000)
  afterAll(() => filled.close())

  test('two servers that start at the same time fill the database once, and every stored file is known', async () => {
    const { ask, folder, tryFill, one } = filled
    expect(await tryFill()).toBe(false)
    expect(await one('select count(*)::int as people from people')).toEqual({ people: 1632 })
    const hashes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        createHash('sha256')
          .update(readFileSync(join(parentPath, name)))
          .digest('hex'),
      )
    const known = await ask<{ hash: string }>(`select encode(sha256, 'hex') as hash from files`)
    expect(hashes.sort()).toEqual(known.map(({ hash }) => hash).sort())
  })

  test('no row was written in the future', async () => {
    expect(
      await filled.ask(
        `select 'exams' from exams where taken_at >= created_at or created_at > $1
         union all select 'appointments' from appointments where created_at > $1 or created_at >= starts_at
         union all select 'files' from files where created_at > $1
         union all select 'people' from people where date_creation > $1
         union all select 'notifications' from notifications where created_at > $1
         union all select 'audit' from audit_events where at > $1`,
        [now],
      ),
    ).toEqual([])
  })

  test('68 of 105 professionals have a drawn portrait of their own, and the others keep their initials', async () => {
    expect(
      await filled.one(
        `select count(*)::int as professionals, count(f.id)::int as portraits, count(distinct f.key)::int as files,
           count(f.id) filter (where f.media_type <> 'image/svg+xml' or length(p.image_key) <> 22)::int as wrong
         from professionals p left join files f on f.id = p.image_file_id`,
      ),
    ).toEqual({ professionals: 105, portraits: 68, files: 68, wrong: 0 })
  })

  test('requests of Camila go on after the first answer: one waits, one has files of both sides, one is closed', async () => {
    expect(
      await filled.ask(
        `select q.kind, q.state, q.closed_at is not null as is_closed, q.is_waiting, string_agg(m.kind, ' ' order by m.id) as said,
           (select string_agg(f.side, ' ' order by f.file_id) from request_files f join request_messages o on o.id = f.message_id
            where f.request_kind = q.kind and f.request_id = q.id) as files
         from (select *, asked_at > replied_at as is_waiting from desk_requests) q
           join request_messages m on m.request_kind = q.kind and m.request_id = q.id
         group by 1, 2, 3, 4, q.id order by 1`,
      ),
    ).toEqual([
      {
        kind: 'budget',
        state: 'respondida',
        is_closed: true,
        is_waiting: false,
        said: 'request answer request closing',
        files: null,
      },
      {
        kind: 'contact',
        state: 'pendiente',
        is_closed: false,
        is_waiting: true,
        said: 'note request',
        files: null,
      },
      {
        kind: 'document',
        state: 'respondida',
        is_closed: false,
        is_waiting: false,
        said: 'request answer',
        files: 'request answer',
      },
    ])
  })

  const count = async (sql: string) => (await filled.one<{ count: number }>(sql)).count
  test('the daily job has nothing to do after the fill, and gives Camila one new result on the first day', async () => {
    const { freshen, clock } = filled
    expect(await freshen()).toEqual({ hours: 0, exams: [] })
    clock.advance({ hours: 16 })
    const { exams } = await freshen()
    expect(exams).toEqual([{ id: expect.any(Number), patient_id: 1 }])
    expect(
      await count(
        `select bytes as count from files f join exams e on e.file_id = f.id where e.id = ${exams[0]?.id}`,
      ),
    ).toBeGreaterThan(3000)
    expect(await freshen()).toEqual({ hours: 0, exams: [] })
  }, 60_000)
})

const parts = {
  clinic: demonstration,
  letterhead: testLetterhead,
  clock: { now: () => now },
  secrets,
  sealer,
  hashPassword: async () => 'hash',
}

test.each([
  // This database has no catalogues: the first row that points at one is rejected.
  ['for a row', openEmptyTestDatabase, async () => ({ bytes: 1, sha256: new Uint8Array(32) }), 'catalogue'],
  ['for a file', openTestDatabase, () => Promise.reject(new Error('no space left')), 'no space left'],
] as const)('a fill that fails %s leaves the database empty', async (_, open, put, message) => {
  const db = await open()
  onTestFinished(() => db.close())
  const files = { ...createFolderStore('/nonexistent'), put }
  const failure = fillDemonstration({ ...parts, db, files })
  await expect(failure).rejects.toThrow(message === 'catalogue' ? /foreign key/ : message)
  for (const table of ['files', 'people']) expect(await askOf(db, `select 1 from ${table}`)).toEqual([])
})
