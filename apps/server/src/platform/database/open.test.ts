import { expect, onTestFinished, test } from 'vitest'
import { migrationsFolder, provideTestDatabase, urlOfTestDatabase } from '../../../test/database.ts'
import { readConfig } from '../config/config.ts'
import { createLogger } from '../logger.ts'
import { readMigrations } from './migrate.ts'
import { openDatabase, withDatabase } from './open.ts'

const migrations = readMigrations(migrationsFolder)

const settings = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle, current_user as role`
const ofWork = { statement: '10min', lock: '599500ms', idle: '10min', role: 'portal_app' }

async function configOfTest() {
  const db = await provideTestDatabase()
  return readConfig({ DATABASE_URL: await urlOfTestDatabase(db), SECRET_KEY: 'x'.repeat(48) })
}

test('statements of the start have ten minutes, and those of requests two seconds', async () => {
  const db = await openDatabase(await configOfTest(), migrations, createLogger('silent'))
  onTestFinished(db.close)
  expect(await db.plain(settings)).toEqual([ofWork])
  db.limitStatements()
  expect(await db.plain(settings)).toEqual([
    { statement: '2s', lock: '1500ms', idle: '10s', role: 'portal_app' },
  ])
})

test('statements of commands and imports have ten minutes', async () => {
  const asked = await withDatabase(await configOfTest(), migrations, createLogger('silent'), (db) =>
    db.plain(settings),
  )
  expect(asked).toEqual([ofWork])
})
