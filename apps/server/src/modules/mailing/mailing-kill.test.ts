import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, urlOfTestDatabase } from '../../../test/database.ts'
import { openMail } from '../../../test/mail/mailing.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import { systemClock } from '../../platform/clock.ts'

const sender = fileURLToPath(new URL('../../../test/failures/mail-sender.ts', import.meta.url))
const kills = 4
const concurrency = 4
const people = Array.from({ length: 80 }, (_, index) => `persona${index}@ejemplo.cl`)

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

test('a sender that is killed repeatedly loses no message, and repeats only those that were under way', async () => {
  const smtp = await startSmtp({ slow: 15 })
  const db = await openTestDatabase()
  onTestFinished(() => db.close())
  const mail = openMail(db, systemClock)
  for (const person of people) await mail.greet(person)
  const url = await urlOfTestDatabase(db)

  for (let round = 1; round <= kills; round += 1) {
    const goal = smtp.received.length + 15
    await sendUntil(url, smtp.url, () => smtp.received.length >= goal)
  }
  const reached = () => new Set(smtp.received.map(({ envelope }) => envelope.to[0])).size
  await sendUntil(url, smtp.url, () => reached() === people.length)

  expect(reached()).toBe(people.length)
  expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(people.length)
  const copies = Map.groupBy(smtp.received, ({ mail }) => mail.messageId ?? '')
  expect(smtp.received.length - people.length).toBeLessThanOrEqual((kills + 1) * concurrency)
  for (const [, same] of copies) expect(new Set(same.map(({ envelope }) => envelope.to[0])).size).toBe(1)
}, 240_000)
