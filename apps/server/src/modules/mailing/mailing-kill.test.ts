import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { migrationsFolder, openTestDatabase } from '../../../test/database.ts'
import { openMail } from '../../../test/mail/mailing.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { overEmbedded } from '../../platform/database/driver.ts'
import { openEmbedded } from '../../platform/database/embedded.ts'
import { migrate, readMigrations } from '../../platform/database/migrate.ts'

const sender = fileURLToPath(new URL('../../../test/drills/mail-sender.ts', import.meta.url))
// Each kill of the embedded database costs seconds: it has to be opened anew.
const kills = process.env.TEST_DATABASE_URL ? 4 : 2
const lanes = 4
const people = Array.from({ length: 80 }, (_, index) => `persona${index}@ejemplo.cl`)

/** A database that another process can open: where it is, and how to work with it while nobody else does. */
async function sharedDatabase(): Promise<{
  at: string
  use: (work: (db: Database) => Promise<void>) => Promise<void>
}> {
  const cluster = process.env.TEST_DATABASE_URL
  if (cluster) {
    const db = await openTestDatabase()
    onTestFinished(() => db.close())
    const [row] = await db.plain('select current_database() as name')
    const url = new URL(cluster)
    url.pathname = `/${row && 'name' in row ? row.name : ''}`
    return { at: url.toString(), use: (work) => work(db) }
  }
  const folder = mkdtempSync(join(tmpdir(), 'mail-kill-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const use = async (work: (db: Database) => Promise<void>) => {
    const db = overEmbedded(await openEmbedded(folder))
    await work(db)
    await db.close()
  }
  await use(async (db) => {
    await migrate(db, readMigrations(migrationsFolder))
  })
  return { at: folder, use }
}

/** Runs the sender in a process of its own until `enough`, then kills it without warning. */
async function sendUntil(database: string, smtpUrl: string, enough: () => boolean) {
  const child = spawn(process.execPath, [sender, database, smtpUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await expect.poll(enough, { timeout: 40_000, interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await ended
}

test('a sender killed again and again loses no message, and doubles only what it had under way', async () => {
  const smtp = await startSmtp({ slow: 15 })
  const database = await sharedDatabase()
  await database.use(async (db) => {
    const mail = openMail(db, systemClock)
    for (const person of people) await mail.greet(person)
  })

  for (let round = 1; round <= kills; round += 1) {
    const goal = smtp.received.length + 15
    await sendUntil(database.at, smtp.url, () => smtp.received.length >= goal)
  }
  const reached = () => new Set(smtp.received.map(({ envelope }) => envelope.to[0])).size
  await sendUntil(database.at, smtp.url, () => reached() === people.length)

  expect(reached()).toBe(people.length)
  expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(people.length)
  const copies = Map.groupBy(smtp.received, ({ mail }) => mail.messageId ?? '')
  expect(smtp.received.length - people.length).toBeLessThanOrEqual((kills + 1) * lanes)
  for (const [, same] of copies) expect(new Set(same.map(({ envelope }) => envelope.to[0])).size).toBe(1)
}, 240_000)
