import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { selectStored, type TestDatabase } from '../../../test/ask.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { greeting, hurried, openMail, type TestMail } from '../../../test/mail/mailing.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import { testClock, testSecret } from '../../../test/portal.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { MailMessage, MailOutcome, MailTransport } from '../../ports/mail.ts'
import { purgeMails } from './mailing.jobs.ts'
import { claimMessages, markSent, parkMessage, postponeMessage } from './mailing.sql.ts'

let db: TestDatabase
let clock: ReturnType<typeof testClock>
let mail: TestMail
let lines: string[]

const soon = new Date('2026-11-26T15:30:00Z')
const failed: MailOutcome = { result: 'failed', reason: '451', cause: '451' }
const refused: MailOutcome = { result: 'refused', reason: '550', cause: '550' }
const unreachable: MailOutcome = { result: 'unreachable', reason: 'ECONNREFUSED', cause: 'ECONNREFUSED' }

beforeAll(async () => {
  db = await openTestDatabase()
  return () => db.close()
})
beforeEach(async () => {
  await db.script('delete from outbox')
  clock = testClock()
  lines = []
  mail = openMail(db, clock, lines)
})

const stateList = async () => (await mail.states()).map((row) => ('state' in row ? row.state : ''))
const untilStates = (states: string[]) => expect.poll(stateList).toEqual(states)
const repeat = <T>(count: number, value: T) => Array.from({ length: count }, () => value)

async function greetMany(count: number, name = 'persona') {
  for (let index = 0; index < count; index += 1) await mail.greet(`${name}${index}@ejemplo.cl`)
}

/** A transport that stores the messages it is given, and sends them unless `answer` says something else. */
function openTransport(answer: (message: MailMessage) => MailOutcome | Promise<MailOutcome> | undefined) {
  const attempts: MailMessage[] = []
  const transport: MailTransport = {
    send: async (message) => {
      attempts.push(message)
      return (await answer(message)) ?? { result: 'sent' }
    },
    close: () => {},
  }
  return {
    transport,
    attempts,
    sentTo: (recipient: string) => attempts.some((one) => one.recipient === recipient),
  }
}

async function advanceUntil(isReached: () => Promise<boolean> | boolean, step: { minutes: number }) {
  await expect
    .poll(
      async () => {
        if (await isReached()) return true
        // A message under way would be claimed again after its claim expired.
        if (!(await stateList()).includes('sending')) clock.advance(step)
        return false
      },
      { interval: 20 },
    )
    .toBe(true)
}

const haveStates = (states: string[]) => async () => (await stateList()).join() === states.join()

const lease = 30_000
const until = () => new Date(clock.now().getTime() + lease)
const claimDue = () =>
  db.run(claimMessages, {
    ...{ now: clock.now(), too_old: new Date(0), limit_rows: 10, claimed_until: until(), in_progress: [] },
  })
const claimOne = async () => (await claimDue())[0]!

test('a message is queued only if the transaction that caused it is committed, and its address is valid', async () => {
  const cause = db.transaction(async (tx) => {
    await mail.mail.queue(tx, greeting, {
      recipient: 'ana@ejemplo.cl',
      person_id: null,
      data: { text: 'x' },
    })
    throw new Error('the hour was not cancelled after all')
  })
  await expect(cause).rejects.toThrow()
  for (const recipient of ['ana@ejemplo.cl\r\nBcc: otra@ejemplo.cl', 'ana@ejemplo.cl,otra@ejemplo.cl', ''])
    expect(await mail.greet(recipient)).toBe('refused')
  expect(await mail.states()).toEqual([])
  expect(lines.join('')).not.toContain('ejemplo')
})

test('two servers that share the outbox send every message once, and log neither addresses nor texts', async () => {
  const smtp = await startSmtp({ slow: 5 })
  await greetMany(40)
  // A test machine that stalls longer than the timeout would postpone a message, and this clock does not move.
  const timeouts = { connect: 20_000, silence: 20_000, message: 20_000 }
  for (let server = 0; server < 2; server += 1) mail.deliver(mail.smtp(smtp.url, timeouts))
  await untilStates(repeat(40, 'sent'))
  expect(new Set(smtp.received.map(({ envelope }) => envelope.to[0])).size).toBe(40)
  expect(new Set(smtp.received.map((one) => one.mail.messageId)).size).toBe(40)
  const { mail: first } = smtp.received[0]!
  expect(first.messageId).toMatch(/^<[0-9a-f-]{36}@clinica\.example>$/)
  expect(first.text).toContain('Hola, persona')
  expect(first.html).toContain('Hola, persona')
  expect(lines.join('')).toContain('test.greeting')
  expect(lines.join('')).not.toMatch(/ejemplo|Hola/)
})

test('a message that fails is sent again after a pause, as the same message', async () => {
  let outcome: MailOutcome | undefined = failed
  const { transport, attempts } = openTransport(() => outcome)
  await mail.greet('ana@ejemplo.cl')
  const delivery = mail.deliver(transport, { ...hurried, poll: 60_000 })
  await expect.poll(mail.states).toMatchObject([{ state: 'queued', attempts: 1 }])
  clock.advance({ seconds: 29 })
  expect(await claimDue()).toEqual([])
  clock.advance({ seconds: 1 })
  delivery.trigger()
  await expect.poll(mail.states).toMatchObject([{ state: 'queued', attempts: 2 }])
  outcome = undefined
  clock.advance({ minutes: 1 })
  delivery.trigger()
  await untilStates(['sent'])
  expect(new Set(attempts.map(({ messageId }) => messageId)).size).toBe(1)
})

test.each([
  ['the third permanent rejection', refused, 3],
  ['ten failures', failed, 10],
])('a message is given up after %s, and delays no other one', async (_, outcome, attempts) => {
  const { transport } = openTransport(({ recipient }) => (recipient.startsWith('mala') ? outcome : undefined))
  await mail.greet('mala@ejemplo.cl')
  await greetMany(2)
  mail.deliver(transport)
  await untilStates(['queued', 'sent', 'sent'])
  await advanceUntil(haveStates(['parked', 'sent', 'sent']), { minutes: 5 })
  expect(await mail.states()).toMatchObject([{ attempts }, {}, {}])
})

test.each([
  ['is unreachable', unreachable],
  ['rejects all messages', refused],
])('while the mail server %s no message is given up, and all are sent afterwards', async (_, outcome) => {
  let isDown = true
  const { transport, attempts } = openTransport(() => (isDown ? outcome : undefined))
  await greetMany(6)
  mail.deliver(transport, hurried, () => 1)
  await advanceUntil(() => attempts.length > 30, { minutes: 1 })
  expect(lines.join('')).toContain('mail server is in trouble')
  if (outcome === unreachable) expect(await mail.states()).toMatchObject(repeat(6, { attempts: 0 }))
  isDown = false
  await advanceUntil(async () => (await stateList()).includes('sent'), { minutes: 1 })
  // A message that was tried at this moment waits for the next one, and one that was rejected is brought forward from much later.
  clock.advance({ minutes: 1 })
  await untilStates(repeat(6, 'sent'))
  expect(lines.join('')).toContain('the mail server works again')
})

test('a message whose deadline has passed or that waited three days is not sent, and its secret is erased', async () => {
  const { transport, attempts } = openTransport(() => undefined)
  await mail.greet('antigua@ejemplo.cl')
  clock.advance({ days: 3 })
  await mail.greet('ana@ejemplo.cl', new Date(clock.now().getTime() + 60_000))
  clock.advance({ minutes: 1 })
  await mail.greet('berta@ejemplo.cl')
  mail.deliver(transport)
  await untilStates(['expired', 'expired', 'sent'])
  expect(attempts.map(({ recipient }) => recipient)).toEqual(['berta@ejemplo.cl'])
  expect(await mail.states()).toMatchObject([
    {},
    { body_text: '', unsubscribe_url: null },
    { body_text: expect.stringContaining('Hola'), unsubscribe_url: expect.stringContaining('una-clave') },
  ])
})

test('a sender that is stopped sends and records its current messages, and claims no other', async () => {
  const release = Promise.withResolvers<void>()
  const { transport, attempts } = openTransport(() => release.promise.then(() => undefined as never))
  await greetMany(9)
  const delivery = mail.deliver(transport)
  await expect.poll(() => attempts.length).toBe(4)
  const stopped = delivery.stop()
  release.resolve()
  await stopped
  expect((await stateList()).toSorted()).toEqual([...repeat(5, 'queued'), ...repeat(4, 'sent')])
})

test('its message is sent by another one when the claim has expired, with the same Message-ID, and it records no outcome any more', async () => {
  const { transport, attempts } = openTransport(() => undefined)
  await mail.greet('ana@ejemplo.cl')
  const dead = await claimOne()
  expect(await claimDue()).toEqual([])
  clock.advance({ seconds: 31 })
  const living = await claimOne()
  expect(living.claim).toBe(dead.claim + 1)
  const late = { id: dead.id, claim: dead.claim, attempts: 1, last_error: 'late' }
  expect(await db.run(markSent, { ...late, now: clock.now() })).toEqual([])
  expect(await db.run(postponeMessage, { ...late, next_attempt_at: until() })).toEqual([])
  expect(await db.run(parkMessage, late)).toEqual([])
  clock.advance({ seconds: 31 })
  mail.deliver(transport)
  await untilStates(['sent'])
  expect(attempts.map(({ messageId }) => messageId)).toEqual([dead.message_id])
})

test('a message that takes long to send is not claimed by another sender while the first one is running', async () => {
  const release = Promise.withResolvers<MailOutcome>()
  const { transport, attempts } = openTransport(() => release.promise)
  await mail.greet('ana@ejemplo.cl')
  mail.deliver(transport, { ...hurried, heartbeat: 5 })
  mail.deliver(transport, { ...hurried, heartbeat: 5 })
  await expect.poll(() => attempts.length).toBe(1)
  const claimedUntil = async () =>
    (await selectStored<{ claimed_until: Date }>(db, 'select claimed_until from outbox'))[0]?.claimed_until
  for (let step = 0; step < 3; step += 1) {
    clock.advance({ seconds: 20 })
    await expect.poll(claimedUntil).toEqual(until())
    expect(await claimDue()).toEqual([])
  }
  release.resolve({ result: 'sent' })
  await untilStates(['sent'])
  expect(attempts).toHaveLength(1)
})

test('recording an outcome is repeated until the database accepts it', async () => {
  const { transport, attempts } = openTransport(() => undefined)
  await mail.greet('ana@ejemplo.cl')
  let failures = 3
  const run: TestDatabase['run'] = (statement, values) => {
    if (statement.name !== 'mailing.sent' || failures === 0) return db.run(statement, values)
    failures -= 1
    return Promise.reject(new Error('no database'))
  }
  openMail({ ...db, run }, clock).deliver(transport)
  await untilStates(['sent'])
  expect(failures).toBe(0)
  expect(attempts).toHaveLength(1)
})

describe('a mail with a secret', () => {
  type Bodies = { body_text: string; body_html: string; unsubscribe_url: string | null }
  const [old, fresh] = ['o'.repeat(48), 'f'.repeat(48)] as const
  const stored = () =>
    selectStored<Bodies>(db, 'select body_text, body_html, unsubscribe_url from outbox order by id')
  const untilUnreadable = () =>
    expect.poll(() => lines.join('')).toContain('encrypted under an unknown secret')

  test('it is encrypted in the outbox, sent in the clear and erased then; another mail is not', async () => {
    const { transport, attempts } = openTransport(() => undefined)
    await mail.greet('ana@ejemplo.cl', soon)
    await mail.greet('berta@ejemplo.cl')
    const [secret, plain] = await stored()
    for (const text of [secret?.body_text, secret?.body_html, secret?.unsubscribe_url])
      expect(text).toMatch(/^sealed:1:[A-Za-z0-9+/=]+$/)
    expect(plain?.body_text).toContain('Hola, berta@ejemplo.cl')
    mail.deliver(transport)
    await untilStates(['sent', 'sent'])
    expect(attempts.find(({ recipient }) => recipient === 'ana@ejemplo.cl')).toMatchObject({
      text: expect.stringContaining('Hola, ana@ejemplo.cl'),
      unsubscribeUrl: 'https://portal.clinica.example/recordatorios/una-clave',
    })
    expect((await stored())[0]).toEqual({ body_text: '', body_html: '', unsubscribe_url: null })
  })

  test('it is sent under an earlier secret if that secret is configured, and waits otherwise', async () => {
    const { transport, attempts } = openTransport(() => undefined)
    await openMail(db, clock, undefined, [old]).greet('ana@ejemplo.cl', soon)
    const delivery = openMail(db, clock, lines, [fresh]).deliver(transport)
    await untilUnreadable()
    await delivery.stop()
    expect(attempts).toEqual([])
    expect(await mail.states()).toMatchObject([{ state: 'queued', attempts: 1 }])
    clock.advance({ minutes: 10 })
    openMail(db, clock, undefined, [fresh, old]).deliver(transport)
    await untilStates(['sent'])
    expect(attempts[0]?.text).toContain('Hola, ana@ejemplo.cl')
  })

  test('its body is not sent to another recipient if it is copied into the row of another mail', async () => {
    const { transport, attempts } = openTransport(() => undefined)
    await mail.greet('ana@ejemplo.cl', soon)
    await mail.greet('berta@ejemplo.cl', soon)
    const copied = "(select body_text from outbox where recipient = 'ana@ejemplo.cl')"
    await selectStored(db, `update outbox set body_text = ${copied} where recipient = 'berta@ejemplo.cl'`)
    mail.deliver(transport)
    await untilUnreadable()
    await untilStates(['sent', 'queued'])
    expect(attempts.map(({ recipient }) => recipient)).toEqual(['ana@ejemplo.cl'])
  })
})

test('old bodies are erased and very old messages removed; waiting messages are kept', async () => {
  const config = readConfig({ SECRET_KEY: testSecret, DEMO: 'false' })
  const purge = () => purgeMails({ db, clock, config })
  await mail.greet('ana@ejemplo.cl')
  const { id, claim } = await claimOne()
  await db.run(markSent, { id, claim, now: clock.now() })
  await mail.greet('berta@ejemplo.cl')
  clock.advance({ days: 31 })
  expect(await purge()).toEqual({ emptied: 1, removed: 0 })
  expect(await mail.states()).toMatchObject([
    { body_text: '' },
    { body_text: expect.stringContaining('Hola') },
  ])
  clock.advance({ days: 150 })
  expect(await purge()).toEqual({ emptied: 0, removed: 2 })
  expect(await mail.states()).toEqual([])
})
