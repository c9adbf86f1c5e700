import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../test/ask.ts'
import { openTestDatabase, urlOfTestDatabase } from '../../test/database.ts'

test('after the demonstration was filled, PostgreSQL knows how many slots there are, so that their list is planned well', async () => {
  const db = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-program-'))
  onTestFinished(async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  })
  const url = await urlOfTestDatabase(db)
  const program = spawn(process.execPath, [join(import.meta.dirname, 'program.ts'), 'fill'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      MIGRATION_DATABASE_URL: url,
      DATA_DIR: folder,
      SECRET_KEY: 'x'.repeat(48),
      DEMO: 'true',
    },
  })
  expect(await once(program, 'exit')).toEqual([0, null])
  const [slots] = await ask<{ known: number; count: number }>(
    db,
    `select (select reltuples from pg_class where oid = 'slots'::regclass)::int as known, count(*)::int as count from slots`,
  )
  expect(slots?.count).toBeGreaterThan(1000)
  expect(slots?.known).toBe(slots?.count)
}, 60_000)
