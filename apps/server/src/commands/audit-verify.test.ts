import { expect, test } from 'vitest'
import { ask } from '../../test/ask.ts'
import { runCommand } from '../../test/commands/run-command.ts'
import { migrationsFolder, provideTestDatabase, urlOfTestDatabase } from '../../test/database.ts'
import { makeTestFolder } from '../../test/files/folder.ts'
import { sealEntries } from '../modules/audit/seals/seal-entries.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { readMigrations } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open.ts'
import { createLogger } from '../platform/logger.ts'

/** The environment of a server with a database of its own. */
async function createInstallation(): Promise<Record<string, string>> {
  const folder = makeTestFolder()
  const db = await provideTestDatabase()
  const DATABASE_URL = await urlOfTestDatabase(db)
  return { DATA_DIR: folder, SECRET_KEY: 'x'.repeat(48), DEMO: 'false', DATABASE_URL }
}

/** Works on the database as its server does. */
async function withDatabase<T>(environment: Record<string, string>, work: (db: Database) => Promise<T>) {
  const db = await openDatabase(
    readConfig(environment),
    readMigrations(migrationsFolder),
    createLogger('silent'),
  )
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const verify = (environment: Record<string, string>, ...words: string[]) =>
  runCommand('audit:verify', words, environment)

test('npm run portal -- audit:verify ends with 0 for a whole audit log, and with 1 and the block where an entry was changed', async () => {
  const environment = await createInstallation()
  const ids = await withDatabase(environment, async (db) => {
    const { secrets } = readConfig(environment)
    const sealing = { db, clock: systemClock, logger: createLogger('silent'), config: { secrets } }
    for (const count of [3, 4, 2]) {
      await ask(
        db,
        `insert into audit_events (at, actor_role, action, patient_id)
         select '2026-11-26T15:00:00Z', 'system', 'people.read', g from generate_series(1, $1::int) g`,
        [count],
      )
      await sealEntries(sealing)
    }
    return (await ask<{ id: number }>(db, 'select id from audit_events order by id')).map(({ id }) => id)
  })

  const whole = await verify(environment)
  expect(whole).toMatchObject({ code: 0, errors: '' })
  const [, head] =
    /^3 blocks with 9 entries are as they were sealed\nhead (3:[0-9a-f]{64})\n$/.exec(whole.output) ?? []
  expect(head).toBeDefined()
  expect(await verify(environment, '--head', head ?? '')).toMatchObject({ code: 0 })
  const cut = await verify(environment, '--head', `4:${'0'.repeat(64)}`)
  expect(cut).toMatchObject({
    code: 1,
    output: expect.stringContaining('WRONG: block 4: the block is missing'),
  })

  await withDatabase(environment, (db) =>
    db.script(`set role none; update audit_events set patient_id = 99 where id = ${ids[4]}`),
  )
  expect(await verify(environment)).toMatchObject({
    code: 1,
    errors: '',
    output: `WRONG: block 2 entry ${ids[4]}: was changed\n1 blocks with 3 entries are as they were sealed before it\n`,
  })
})
