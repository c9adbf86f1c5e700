/** Tests the encryption of queued mails that contain a key or a token. */
import { expect, test } from 'vitest'
import { ask, selectStored } from '../../../test/ask.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { openMail } from '../../../test/mail/mailing.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import { testClock } from '../../../test/portal.ts'
import type { Database } from '../../platform/database/database.ts'

type Bodies = { body_text: string; body_html: string; unsubscribe_url: string | null }

const [old, fresh] = ['o'.repeat(48), 'f'.repeat(48)] as const
const soon = new Date('2026-11-26T15:30:00Z')
const stored = (db: Database) =>
  selectStored<Bodies>(db, 'select body_text, body_html, unsubscribe_url from outbox order by id')

async function openOutbox() {
  const db = await openTestDatabase()
  return { db, clock: testClock(), [Symbol.asyncDispose]: () => db.close() }
}

test('a mail with a secret is encrypted in the outbox and sent in the clear; another mail is not encrypted', async () => {
  await using outbox = await openOutbox()
  const { db, clock } = outbox
  const mail = openMail(db, clock)
  await mail.greet('ana@ejemplo.cl', soon)
  await mail.greet('berta@ejemplo.cl')
  const [secret, plain] = await stored(db)
  for (const text of [secret?.body_text, secret?.body_html, secret?.unsubscribe_url]) {
    expect(text).toMatch(/^sealed:1:[A-Za-z0-9+/=]+$/)
    expect(text).not.toContain(Buffer.from('Hola').toString('base64').slice(0, 4))
  }
  expect(plain?.body_text).toContain('Hola, berta@ejemplo.cl')
  expect(plain?.unsubscribe_url).toBe('https://portal.clinica.example/recordatorios/una-clave')
  const smtp = await startSmtp()
  mail.deliver(mail.smtp(smtp.url))
  await expect.poll(() => smtp.received.length).toBe(2)
  const sent = smtp.received.find(({ envelope }) => envelope.to.includes('ana@ejemplo.cl'))
  expect(sent?.raw).toContain('ana@ejemplo.cl')
  expect(sent?.raw).toMatch(/^List-Unsubscribe: <https:/im)
  expect(sent?.raw).not.toContain('sealed:1:')
  await expect
    .poll(async () => (await stored(db))[0])
    .toEqual({ body_text: '', body_html: '', unsubscribe_url: null })
})

test('a mail sealed under an earlier secret is sent if that secret is configured, and waits otherwise', async () => {
  await using outbox = await openOutbox()
  const { db, clock } = outbox
  await openMail(db, clock, undefined, [old]).greet('ana@ejemplo.cl', soon)
  const smtp = await startSmtp()
  const lines: string[] = []
  const careless = openMail(db, clock, lines, [fresh])
  const delivery = careless.deliver(careless.smtp(smtp.url))
  await expect
    .poll(() => lines.some((line) => line.includes('encrypted under an unknown secret')), {
      timeout: 8_000,
    })
    .toBe(true)
  await delivery.stop()
  expect(smtp.received).toEqual([])
  expect(await ask(db, 'select state, attempts from outbox')).toEqual([{ state: 'queued', attempts: 1 }])

  clock.advance({ minutes: 10 })
  const careful = openMail(db, clock, undefined, [fresh, old])
  careful.deliver(careful.smtp(smtp.url))
  await expect.poll(() => smtp.received.length).toBe(1)
  expect(smtp.received[0]?.raw).not.toContain('sealed:1:')
})

test('a body copied into the row of another mail is not sent to that mail’s recipient', async () => {
  await using outbox = await openOutbox()
  const { db, clock } = outbox
  const lines: string[] = []
  const mail = openMail(db, clock, lines)
  await mail.greet('ana@ejemplo.cl', soon)
  await mail.greet('berta@ejemplo.cl', soon)
  await selectStored(
    db,
    `update outbox set body_text = (select body_text from outbox where recipient = 'ana@ejemplo.cl')
     where recipient = 'berta@ejemplo.cl'`,
  )
  const smtp = await startSmtp()
  mail.deliver(mail.smtp(smtp.url))
  await expect
    .poll(() => lines.some((line) => line.includes('encrypted under an unknown secret')), {
      timeout: 8_000,
    })
    .toBe(true)
  await expect.poll(() => smtp.received.length).toBe(1)
  expect(smtp.received.map(({ envelope }) => envelope.to)).toEqual([['ana@ejemplo.cl']])
})
