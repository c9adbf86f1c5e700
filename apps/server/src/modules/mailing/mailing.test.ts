import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildPerson } from '../../../test/build.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { freePort } from '../../../test/free-port.ts'
import { greeting, hurried, openMail, type TestMail } from '../../../test/mail/mailing.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import { testClock } from '../../../test/portal.ts'
import type { Database } from '../../platform/database/database.ts'
import type { MailTransport } from '../../ports/mail.ts'
import { appointmentCancelledMail } from '../appointments/appointments.mails.ts'
import { newDevice } from '../session/session.mails.ts'
import { createMailingJobs } from './mailing.jobs.ts'

let db: Database
let clock: ReturnType<typeof testClock>
let mail: TestMail
let lines: string[]

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

async function newest() {
  const [entry] = await mail.store.recent(1)
  return entry ? mail.store.one(entry.id) : null
}

/** Advances the clock repeatedly until the messages have these states. */
async function advanceUntil(states: string[], step: { minutes?: number; seconds?: number }) {
  await expect
    .poll(
      async () => {
        const states = await stateList()
        // A message under way would be claimed again after its claim expired.
        if (!states.includes('sending')) clock.advance(step)
        return states
      },
      { timeout: 15_000, interval: 120 },
    )
    .toEqual(states)
}

describe('queueing', () => {
  test('a message is queued only if the transaction that caused it is committed', async () => {
    const cause = db.transaction(async (tx) => {
      await mail.mail.queue(tx, greeting, {
        recipient: 'ana@ejemplo.cl',
        person_id: null,
        data: { text: 'x' },
      })
      throw new Error('the hour was not cancelled after all')
    })
    await expect(cause).rejects.toThrow()
    expect(await mail.states()).toEqual([])
  })

  test.each([
    'ana@ejemplo.cl\r\nBcc: otra@ejemplo.cl',
    'ana@ejemplo.cl,otra@ejemplo.cl',
    'Grupo: ana@ejemplo.cl, otra@ejemplo.cl;',
    'ana@ejemplo.cl (otra)',
    '"ana" <ana@ejemplo.cl>',
    '',
  ])('an invalid address gets no message, and the operation continues: %j', async (recipient) => {
    expect(await mail.greet(recipient)).toBe('refused')
    expect(await mail.states()).toEqual([])
    expect(lines.join('')).not.toContain('ejemplo')
  })

  test('a mail about a cancelled appointment omits the specialty, and its subject names no person', async () => {
    const { id } = await buildPerson(db, { email: 'camila@ejemplo.cl' })
    await db.transaction((tx) =>
      mail.mail.queue(tx, appointmentCancelledMail, {
        recipient: 'camila@ejemplo.cl',
        person_id: id,
        data: {
          first_name: 'Camila',
          patient_name: 'Martina',
          day: '2026-11-30',
          hour: '09:30',
          doctor_name: 'Dra. Elisa Mora',
          modality: 'presencial',
          place: 'Providencia, piso 3',
        },
      }),
    )
    const message = await newest()
    expect(message?.subject).toBe('Cancelación de hora')
    expect(message?.body_text).toContain('La hora de Martina fue cancelada')
    for (const fact of ['Hola, Camila', '30/11/2026', '09:30', 'Dra. Elisa Mora', 'Providencia, piso 3']) {
      expect(message?.body_text).toContain(fact)
      expect(message?.body_html).toContain(fact)
    }
  })

  test('a mail about a sign-in on another device shows the time in Chile', async () => {
    await db.transaction((tx) =>
      mail.mail.queue(tx, newDevice, {
        recipient: 'camila@ejemplo.cl',
        person_id: null,
        data: {
          first_name: 'Camila',
          at: new Date('2026-11-27T01:05:00Z'),
          device: 'Chrome en Windows',
          network: '190.45.•.•',
          unknown: true,
          tookOver: false,
          reportPath: '/proteger/no-fui-yo/enlace',
          home: '/',
        },
      }),
    )
    const message = await newest()
    expect(message?.subject).toBe('Nuevo inicio de sesión en Mi Portal')
    expect(message?.body_text).toContain('Fecha: 26/11/2026\nHora: 22:05')
    expect(message?.body_text).toContain('2 2362 5400')
  })
})

describe('delivery', () => {
  test('two servers that share the outbox send every message once', async () => {
    const smtp = await startSmtp({ slow: 5 })
    const people = Array.from({ length: 40 }, (_, index) => `persona${index}@ejemplo.cl`)
    for (const person of people) await mail.greet(person)
    // A test machine that stalls longer than the timeout would postpone a message, and this clock does not move.
    const patience = { connect: 20_000, silence: 20_000, message: 20_000 }
    for (let server = 0; server < 2; server += 1) mail.deliver(mail.smtp(smtp.url, patience))
    await expect.poll(stateList, { timeout: 20_000 }).toEqual(people.map(() => 'sent'))
    expect(smtp.received.map(({ envelope }) => envelope.to[0]).sort()).toEqual([...people].sort())
    expect(new Set(smtp.received.map((one) => one.mail.messageId)).size).toBe(40)
    const { mail: first } = smtp.received[0]!
    expect(first.messageId).toMatch(/^<[0-9a-f-]{36}@clinica\.example>$/)
    expect(first.text).toContain('Hola, persona')
    expect(first.html).toContain('Hola, persona')
  })

  test('the log of a delivery contains neither the address nor the text of a message', async () => {
    const smtp = await startSmtp({ behave: (to) => (to.startsWith('mala') ? 550 : 'accept') })
    await mail.greet('ana@ejemplo.cl')
    await mail.greet('mala@ejemplo.cl')
    mail.deliver(mail.smtp(smtp.url))
    await untilStates(['sent', 'queued'])
    expect(lines.join('')).toContain('test.greeting')
    expect(lines.join('')).not.toMatch(/ejemplo|Hola/)
  })

  test('a message rejected temporarily is sent later, as the same message', async () => {
    let behaviour: 'accept' | number = 451
    const smtp = await startSmtp({ behave: () => behaviour })
    await mail.greet('ana@ejemplo.cl')
    mail.deliver(mail.smtp(smtp.url))
    await expect.poll(mail.states).toMatchObject([{ state: 'queued', attempts: 1 }])
    clock.advance({ seconds: 29 })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(smtp.recipientsSeen()).toBe(1)
    clock.advance({ seconds: 2 })
    await expect.poll(mail.states).toMatchObject([{ state: 'queued', attempts: 2 }])
    behaviour = 'accept'
    clock.advance({ minutes: 1, seconds: 1 })
    await untilStates(['sent'])
    const [row] = await mail.states()
    expect(smtp.received.map((one) => one.mail.messageId)).toEqual([
      row && 'message_id' in row && row.message_id,
    ])
  })

  test('a message is given up at the third permanent rejection', async () => {
    const smtp = await startSmtp({ behave: () => 550 })
    await mail.greet('nadie@ejemplo.cl')
    mail.deliver(mail.smtp(smtp.url))
    await advanceUntil(['parked'], { minutes: 1 })
    expect(smtp.recipientsSeen()).toBe(3)
  })

  test('a message that always fails is given up after ten attempts and delays no other', async () => {
    const smtp = await startSmtp({
      behave: (to) => (to.startsWith('veneno') ? 'cut before the message' : 'accept'),
    })
    await mail.greet('veneno@ejemplo.cl')
    for (let index = 0; index < 5; index += 1) await mail.greet(`persona${index}@ejemplo.cl`)
    mail.deliver(mail.smtp(smtp.url))
    await untilStates(['queued', ...Array.from({ length: 5 }, () => 'sent')])
    await advanceUntil(['parked', ...Array.from({ length: 5 }, () => 'sent')], { minutes: 5 })
    expect(await mail.states()).toMatchObject([{ attempts: 10 }, {}, {}, {}, {}, {}])
  })

  test('while the mail server is unavailable no message is given up, and all are sent afterwards', async () => {
    const port = await freePort()
    for (let index = 0; index < 12; index += 1) await mail.greet(`persona${index}@ejemplo.cl`)
    mail.deliver(mail.smtp(`smtp://127.0.0.1:${port}`))
    await expect.poll(() => lines.join('')).toContain('mail server is in trouble')
    for (let minute = 0; minute < 10; minute += 1) {
      clock.advance({ minutes: 1 })
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    const waiting = await mail.states()
    expect(waiting.every((row) => 'attempts' in row && row.attempts === 0)).toBe(true)
    const smtp = await startSmtp({ port })
    await advanceUntil(
      Array.from({ length: 12 }, () => 'sent'),
      { seconds: 1 },
    )
    expect(smtp.received).toHaveLength(12)
    expect(lines.join('')).toContain('the mail server works again')
  })

  test('a message that fails repeatedly for the same cause is logged as only one warning, which names the cause', async () => {
    const port = await freePort()
    await mail.greet('ana@ejemplo.cl')
    mail.deliver(mail.smtp(`smtp://127.0.0.1:${port}`))
    const ofLevel = (level: number) =>
      lines
        .map((line) => JSON.parse(line))
        .filter((line) => line.msg === 'mail not sent yet' && line.level === level)
    await expect
      .poll(() => {
        clock.advance({ minutes: 1 })
        return ofLevel(20).length
      })
      .toBeGreaterThan(1)
    expect(ofLevel(40)).toMatchObject([
      { result: 'unreachable', cause: expect.stringContaining('ECONNREFUSED') },
    ])
  })

  test('no message is lost if the mail server rejects all messages for a while', async () => {
    let refuses = true
    const smtp = await startSmtp({ behave: () => (refuses ? 550 : 'accept') })
    for (let index = 0; index < 12; index += 1) await mail.greet(`persona${index}@ejemplo.cl`)
    mail.deliver(mail.smtp(smtp.url))
    await expect.poll(() => lines.join('')).toContain('mail server is in trouble')
    for (let minute = 0; minute < 20; minute += 1) {
      clock.advance({ minutes: 1 })
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    refuses = false
    await advanceUntil(
      Array.from({ length: 12 }, () => 'sent'),
      { seconds: 1 },
    )
    expect(smtp.received).toHaveLength(12)
  })

  test('a mail server that keeps failing is tried again only after pauses', async () => {
    const smtp = await startSmtp({ behave: () => 451 })
    for (let index = 0; index < 30; index += 1) await mail.greet(`persona${index}@ejemplo.cl`)
    mail.deliver(mail.smtp(smtp.url), { ...hurried, pause: () => 500 })
    await new Promise((resolve) => setTimeout(resolve, 1_600))
    expect(smtp.recipientsSeen()).toBeLessThanOrEqual(4 + 4)
  })

  test('many messages that a mail server rejects do not delay the other messages', async () => {
    const smtp = await startSmtp({ behave: (recipient) => (recipient.startsWith('mala') ? 451 : 'accept') })
    for (let index = 0; index < 12; index += 1) await mail.greet(`mala${index}@ejemplo.cl`)
    await mail.greet('buena@ejemplo.cl')
    const failureCounts: number[] = []
    const pause = (failedAttempts: number) => {
      failureCounts.push(failedAttempts)
      return 20
    }
    mail.deliver(mail.smtp(smtp.url), { ...hurried, pause })
    await expect.poll(() => smtp.received.length).toBe(1)
    expect(failureCounts.length).toBeGreaterThan(4)
    expect(Math.max(...failureCounts)).toBe(2)
  })

  test('a message whose deadline has passed is not sent, and its text is erased', async () => {
    const smtp = await startSmtp()
    await mail.greet('ana@ejemplo.cl', new Date('2026-11-26T15:30:00Z'))
    await mail.greet('berta@ejemplo.cl')
    clock.advance({ minutes: 30 })
    mail.deliver(mail.smtp(smtp.url))
    await untilStates(['expired', 'sent'])
    expect(smtp.received.map(({ envelope }) => envelope.to)).toEqual([['berta@ejemplo.cl']])
    expect(await mail.states()).toMatchObject([
      { body_text: '', unsubscribe_url: null },
      { unsubscribe_url: 'https://portal.clinica.example/recordatorios/una-clave' },
    ])
    expect(smtp.received[0]?.raw).toMatch(/^List-Unsubscribe:/im)
  })

  test('a message that waited three days for a mail server is not sent', async () => {
    const smtp = await startSmtp()
    await mail.greet('ana@ejemplo.cl')
    clock.advance({ days: 3 })
    mail.deliver(mail.smtp(smtp.url))
    await untilStates(['expired'])
    expect(smtp.recipientsSeen()).toBe(0)
  })

  test('the text of a message with a secret is erased after it was sent, and other texts are not', async () => {
    const smtp = await startSmtp()
    await mail.greet('ana@ejemplo.cl', new Date('2026-11-26T15:30:00Z'))
    await mail.greet('berta@ejemplo.cl')
    mail.deliver(mail.smtp(smtp.url))
    await untilStates(['sent', 'sent'])
    expect(smtp.received).toHaveLength(2)
    expect(await mail.states()).toMatchObject([
      { body_text: '' },
      { body_text: expect.stringContaining('Hola, berta@ejemplo.cl') },
    ])
  })

  test('a sender that is stopped sends and records its current message, and claims no other', async () => {
    const smtp = await startSmtp({ slow: 300 })
    for (let index = 0; index < 9; index += 1) await mail.greet(`persona${index}@ejemplo.cl`)
    const delivery = mail.deliver(mail.smtp(smtp.url))
    await expect.poll(stateList).toContain('sending')
    await delivery.stop()
    const states = await stateList()
    expect(states).not.toContain('sending')
    expect(states.filter((state) => state === 'sent')).toHaveLength(smtp.received.length)
    expect(states).toContain('queued')
  })

  test('a message that is being sent is not sent twice if the clock is set forward', async () => {
    const smtp = await startSmtp({ slow: 400 })
    await mail.greet('ana@ejemplo.cl')
    mail.deliver(mail.smtp(smtp.url), { ...hurried, heartbeat: 60_000 })
    await expect.poll(stateList).toEqual(['sending'])
    clock.advance({ days: 1 })
    await untilStates(['sent'])
    expect(smtp.received).toHaveLength(1)
  })

  test('a message is sent at once after a trigger', async () => {
    const smtp = await startSmtp()
    const delivery = mail.deliver(mail.smtp(smtp.url), { ...hurried, poll: 60_000 })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await mail.greet('ana@ejemplo.cl')
    delivery.trigger()
    await expect.poll(() => smtp.received.length).toBe(1)
  })
})

describe('a sender that is killed', () => {
  const lease = 30_000
  const until = () => new Date(clock.now().getTime() + lease)
  const longAgo = new Date('2026-01-01T00:00:00Z')
  const claimOne = async () => (await mail.store.claim(1, clock.now(), longAgo, until(), []))[0]!

  test('a message whose sender is killed after the claim is sent once, when the claim has expired', async () => {
    const smtp = await startSmtp()
    await mail.greet('ana@ejemplo.cl')
    await claimOne()
    mail.deliver(mail.smtp(smtp.url))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(smtp.received).toHaveLength(0)
    clock.advance({ seconds: 31 })
    await untilStates(['sent'])
    expect(smtp.received).toHaveLength(1)
  })

  test('a message whose sender is killed before it records the sending is sent again with the same Message-ID', async () => {
    const smtp = await startSmtp()
    await mail.greet('ana@ejemplo.cl')
    const claimed = await claimOne()
    await mail.smtp(smtp.url).send({
      messageId: claimed.message_id,
      createdAt: claimed.created_at,
      recipient: claimed.recipient,
      subject: claimed.subject,
      text: claimed.body_text,
      html: claimed.body_html,
      unsubscribeUrl: claimed.unsubscribe_url,
      calendar: null,
    })
    clock.advance({ seconds: 31 })
    mail.deliver(mail.smtp(smtp.url))
    await untilStates(['sent'])
    expect(smtp.received.map((one) => one.mail.messageId)).toEqual([claimed.message_id, claimed.message_id])
  })

  test('a message whose sender is killed after it recorded the sending is not sent again', async () => {
    const smtp = await startSmtp()
    await mail.greet('ana@ejemplo.cl')
    expect(await mail.store.markSent(await claimOne(), clock.now())).toBe(true)
    clock.advance({ minutes: 5 })
    mail.deliver(mail.smtp(smtp.url))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(smtp.received).toHaveLength(0)
  })

  test('a sender cannot record an outcome once another sender has the claim', async () => {
    await mail.greet('ana@ejemplo.cl')
    const dead = await claimOne()
    clock.advance({ seconds: 31 })
    const living = await claimOne()
    expect(living.claim).toBe(dead.claim + 1)
    expect(await mail.store.markSent(dead, clock.now())).toBe(false)
    expect(await mail.store.postpone(dead, 1, until(), 'late')).toBe(false)
    expect(await mail.store.park(dead, 1, 'late')).toBe(false)
    expect(await mail.store.markSent(living, clock.now())).toBe(true)
  })

  test('a message that takes long to send is not claimed by another sender while the first one is running', async () => {
    let finishSending = (_: { result: 'sent' }) => {}
    let sends = 0
    const slow: MailTransport = {
      send: () => {
        sends += 1
        return new Promise((resolve) => {
          finishSending = resolve
        })
      },
      close: () => {},
    }
    await mail.greet('ana@ejemplo.cl')
    mail.deliver(slow)
    mail.deliver(slow)
    await expect.poll(() => sends).toBe(1)
    for (let step = 0; step < 6; step += 1) {
      clock.advance({ seconds: 20 })
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    expect(sends).toBe(1)
    finishSending({ result: 'sent' })
    await untilStates(['sent'])
  })

  test('recording an outcome is repeated until the database accepts it', async () => {
    const smtp = await startSmtp()
    await mail.greet('ana@ejemplo.cl')
    let failures = 3
    const shaky = openMail(
      {
        ...db,
        run: (statement, values) => {
          if (statement.name === 'mailing.sent' && failures > 0) {
            failures -= 1
            return Promise.reject(new Error('no database'))
          }
          return db.run(statement, values)
        },
      },
      clock,
    )
    shaky.deliver(shaky.smtp(smtp.url))
    await untilStates(['sent'])
    expect(failures).toBe(0)
    expect(smtp.received).toHaveLength(1)
  })
})

test('old bodies are erased and very old messages removed; waiting messages are kept', async () => {
  const [purge] = createMailingJobs(mail.store, clock, { mailTextsDays: 30, mailsDays: 180 })
  await mail.greet('ana@ejemplo.cl')
  await mail.greet('berta@ejemplo.cl')
  await mail.store.markSent(
    (await mail.store.claim(1, clock.now(), new Date(0), clock.now(), []))[0]!,
    clock.now(),
  )
  clock.advance({ days: 31 })
  expect(await purge?.run()).toEqual({ emptied: 1, removed: 0 })
  expect(await mail.states()).toMatchObject([
    { body_text: '' },
    { body_text: expect.stringContaining('Hola') },
  ])
  clock.advance({ days: 150 })
  expect(await purge?.run()).toEqual({ emptied: 0, removed: 2 })
  expect(await mail.states()).toEqual([])
})

test('a transport that throws counts as a failure of the message', async () => {
  const delivery = mail.deliver({
    send: () => Promise.reject(new Error('broken')),
    close: () => {},
  })
  onTestFinished(() => delivery.stop())
  await mail.greet('ana@ejemplo.cl')
  await expect.poll(mail.states).toMatchObject([{ state: 'queued', attempts: 1 }])
})
