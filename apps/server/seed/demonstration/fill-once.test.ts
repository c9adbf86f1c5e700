import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createFolderStore } from '../../src/adapters/files/folder.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { passportSealer } from '../../src/platform/security/seal.ts'
import { ask } from '../../test/ask.ts'
import { testLetterhead } from '../../test/clinic/letterhead.ts'
import { demonstration } from '../../test/clinic/packages.ts'
import { openEmptyTestDatabase, openTestDatabase } from '../../test/database.ts'
import { fillDemonstration } from './fill.ts'

const folder = mkdtempSync(join(tmpdir(), 'mi-portal-fill-once-'))
const files = createFolderStore(folder)
const clock = { now: () => new Date('2026-11-26T15:00:00Z') }
const parts = {
  files,
  clock,
  clinic: demonstration,
  letterhead: testLetterhead,
  secrets: ['x'.repeat(48)] as const,
  sealer: passportSealer(['x'.repeat(48)]),
  hashPassword: async () => 'hash',
}
let db: Database

beforeAll(async () => {
  // Planning a whole clinic keeps the process from reading the database's answers in time.
  db = await openTestDatabase()
})
afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

async function count(table: string, of = db): Promise<number> {
  const [row] = await ask<{ count: number }>(of, `select count(*)::int as count from ${table}`)
  return row?.count ?? 0
}

test('a fill that fails on the way leaves the database empty', async () => {
  // This database has no catalogues: the first row that points at one is rejected.
  const empty = await openEmptyTestDatabase()
  onTestFinished(() => empty.close())
  await expect(fillDemonstration({ ...parts, db: empty })).rejects.toThrow()
  for (const table of ['files', 'people', 'installation'])
    expect([table, await count(table, empty)]).toEqual([table, 0])
}, 60_000)

test('a fill that cannot write a file changes nothing', async () => {
  let puts = 0
  const full: typeof files = {
    ...files,
    put: (key, content) =>
      ++puts > 10 ? Promise.reject(new Error('no space left')) : files.put(key, content),
  }
  await expect(fillDemonstration({ ...parts, db, files: full })).rejects.toThrow('no space left')
  expect(await count('people')).toBe(0)
}, 60_000)

test('two servers that start at the same time fill the database once, and leave no file that the database does not know', async () => {
  // The two servers share one process here: while one plans, the other cannot connect within the time limit.
  await Promise.all([1, 2].map(() => db.transaction((tx) => ask(tx, 'select 1'))))
  const filled = await Promise.all([fillDemonstration({ ...parts, db }), fillDemonstration({ ...parts, db })])
  expect(filled.filter(Boolean)).toHaveLength(1)
  expect(await count('people')).toBe(1632)
  const onDisk = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const hashes = onDisk.map(({ parentPath, name }) =>
    createHash('sha256')
      .update(readFileSync(join(parentPath, name)))
      .digest('hex'),
  )
  const known = await ask<{ hash: string }>(db, `select encode(sha256, 'hex') as hash from files`)
  expect(hashes.sort()).toEqual(known.map(({ hash }) => hash).sort())
}, 60_000)
