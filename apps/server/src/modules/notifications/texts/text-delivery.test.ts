import { notificationEndpoints } from '@mi-portal/contract/notifications'
import { notificationPreferenceEndpoints, usualSettings } from '@mi-portal/contract/notifications/preferences'
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { buildLink } from '../../../../test/build.ts'
import { postReport } from '../../../../test/external/message-gateway.ts'
import { createBrowser } from '../../../../test/external/push-service.ts'
import {
  buildReachable,
  mobile,
  notifyOfResult,
  startWithGateway,
  storedMessages,
} from '../../../../test/external/text-messages.ts'
import type { Portal } from '../../../../test/portal.ts'
import { asOwner } from '../../../../test/statements/plans.ts'
import { newResult } from '../../exams/new-results.mails.ts'
import type { Notice } from '../notifications.service.ts'

const { choose, set } = notificationPreferenceEndpoints

const result = { type: 'exams_procedures', text: 'Hay un nuevo resultado en Mis Exámenes' } as const

/** Announces a result in the portal and by the person's channels, with e-mail among them. */
function announce({ db, notifications }: Portal, person: { id: number }, more: Partial<Notice> = {}) {
  return db.transaction((tx) =>
    notifications.notifyWithMail(tx, { person_id: person.id, ...result, ...more }, newResult, (path) => ({
      recipient: 'rosa@ejemplo.cl',
      data: { first_name: 'Rosa', count: 1, patient_name: null, path },
    })),
  )
}

const nextAttempts = async ({ db }: Portal) =>
  (await ask<{ next_attempt_at: Date }>(db, 'select next_attempt_at from outbox order by id')).map(
    ({ next_attempt_at }) => next_attempt_at,
  )

/** Returns the notification messages that the gateway sent. */
const notificationsOf = ({
  messages,
}: {
  messages: () => { kind: string; text: string; channel: string }[]
}) => messages().filter(({ kind }) => kind === 'notification')

describe('text messages about notifications', () => {
  test('a person who chose SMS gets the clinic’s name and the address of the item, and nothing of the matter', async () => {
    const made = await startWithGateway({ PUBLIC_URL: 'https://portal.clinica.example' })
    const { person } = await buildReachable(made)
    const { id } = await notifyOfResult(made.portal, person)
    expect(await made.portal.runJob('notifications.texts')).toEqual({ sent: 1 })
    const message = made.gateway.messages().at(-1)
    const url = `https://portal.clinica.example/dashboard/novedades/${id}`
    expect(message).toMatchObject({
      channel: 'sms',
      to: `+56${mobile}`,
      from: 'CLINICA',
      kind: 'notification',
      text: `Clínica Andes: tienes una novedad en tu portal. Ábrela en ${url}`,
      url,
    })
    expect(await storedMessages(made.portal)).toMatchObject([
      { channel: 'sms', state: 'sent', failure: null, attempts: 1, reference: message?.id },
    ])
  })

  test('a guardian gets WhatsApp messages about the results of one child and none about their own', async () => {
    const made = await startWithGateway()
    const { portal } = made
    const { person, call } = await buildReachable(made, { channels: ['email'] })
    const child = await portal.person({ date_birth: '2019-03-01' })
    await buildLink(portal.db, { leader_id: person.id, member_id: child.id })
    await call(choose, {
      body: { patient_id: child.id, choices: [{ topic: 'results', channels: ['whatsapp'] }] },
    })
    await notifyOfResult(portal, person)
    await notifyOfResult(portal, person, { about: { patient_id: child.id, reserved_group: null } })
    await portal.runJob('notifications.texts')
    expect(notificationsOf(made.gateway).map(({ channel }) => channel)).toEqual(['whatsapp'])
  })

  test('a number that is not confirmed gets nothing, and does not delay the next channel', async () => {
    const made = await startWithGateway()
    const { portal } = made
    const { person } = await buildReachable(made, { channels: ['sms', 'email'] })
    await ask(portal.db, `update people set phone = '912345678' where id = $1 returning id`, [person.id])
    await announce(portal, person)
    expect(await storedMessages(portal)).toEqual([])
    expect(await nextAttempts(portal)).toEqual([portal.clock.now()])
  })

  test('a message is dropped if the notification was read, its reader may no longer see it, or the number was changed', async () => {
    const made = await startWithGateway()
    const { portal } = made
    const { person, call } = await buildReachable(made)
    const child = await portal.person({ date_birth: '2019-03-01' })
    const link = await buildLink(portal.db, { leader_id: person.id, member_id: child.id })
    await call(choose, { body: { patient_id: child.id, choices: [{ topic: 'results', channels: ['sms'] }] } })
    const { id } = await notifyOfResult(portal, person)
    await call(notificationEndpoints.read, { body: { ids: [id ?? 0] } })
    await notifyOfResult(portal, person, { about: { patient_id: child.id, reserved_group: null } })
    await ask(portal.db, 'update family_links set guardian_proof = null where id = $1', [link.id])
    await portal.runJob('notifications.texts')
    await notifyOfResult(portal, person)
    await ask(portal.db, `update people set phone = '912345678' where id = $1 returning id`, [person.id])
    await portal.runJob('notifications.texts')
    expect(notificationsOf(made.gateway)).toEqual([])
    expect((await storedMessages(portal)).map(({ state }) => state)).toEqual([
      'dropped',
      'dropped',
      'dropped',
    ])
  })

  test('a channel waits for the end of the quiet hours, and the channel after it keeps its distance', async () => {
    const made = await startWithGateway({ NOTIFICATION_MINUTES: '45' })
    const { portal } = made
    const { person, call } = await buildReachable(made, { channels: ['whatsapp', 'sms', 'email'] })
    await call(set, {
      body: {
        in_turn: true,
        channel_order: ['whatsapp', 'sms', 'email', 'push'],
        quiet_from: '21:00',
        quiet_to: '08:00',
      },
    })
    // 23:00 in Santiago.
    portal.clock.set('2026-11-27T02:00:00Z')
    await announce(portal, person)
    expect(await storedMessages(portal)).toMatchObject([
      { channel: 'whatsapp', due_at: new Date('2026-11-27T11:00:00Z') },
      { channel: 'sms', due_at: new Date('2026-11-27T11:45:00Z') },
    ])
    expect(await nextAttempts(portal)).toEqual([new Date('2026-11-27T03:30:00Z')])
  })
})

describe('quiet hours when messages are sent', () => {
  const at = (time: string) => new Date(`2026-11-26T${time}Z`)

  /** Creates a person whose quiet hours are from 12:30 to 14:00 in Santiago; it is noon there. */
  async function buildQuiet(made: Awaited<ReturnType<typeof startWithGateway>>) {
    const built = await buildReachable(made)
    const body = { ...usualSettings, in_turn: false, quiet_from: '12:30', quiet_to: '14:00' }
    await built.call(set, {
      body: { ...body, channel_order: [...body.channel_order] },
    })
    return built
  }

  test('a message waits for the end of the quiet hours, also before its second attempt, unless it is urgent', async () => {
    const made = await startWithGateway()
    const { portal, gateway } = made
    const { person } = await buildQuiet(made)
    gateway.answer(429)
    portal.clock.set('2026-11-26T15:29:30Z')
    await notifyOfResult(portal, person)
    await portal.runJob('notifications.texts')
    await notifyOfResult(portal, person)
    portal.clock.set('2026-11-26T15:40:00Z')
    await portal.runJob('notifications.texts')
    await notifyOfResult(portal, person, { isUrgent: true })
    await portal.runJob('notifications.texts')
    expect(await storedMessages(portal)).toMatchObject([
      { state: 'waiting', attempts: 1, due_at: at('17:00:00') },
      { state: 'waiting', attempts: 0, due_at: at('17:00:00') },
      { state: 'waiting', attempts: 1, due_at: at('15:41:00') },
    ])
    gateway.answer(202)
    portal.clock.set('2026-11-26T17:00:00Z')
    expect(await portal.runJob('notifications.texts')).toEqual({ sent: 3 })
  })
})

describe('a gateway with problems', () => {
  test('a message that it does not take is sent again later under the same name, five times at most', async () => {
    const made = await startWithGateway()
    const { portal, gateway } = made
    const { person } = await buildReachable(made)
    gateway.answer(429)
    await notifyOfResult(portal, person)
    await portal.runJob('notifications.texts')
    expect(await storedMessages(portal)).toMatchObject([
      { state: 'waiting', attempts: 1, due_at: new Date(portal.clock.now().getTime() + 60_000) },
    ])
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      portal.clock.advance({ minutes: 300 })
      await portal.runJob('notifications.texts')
    }
    const sent = gateway.requests.filter(({ message }) => message.kind === 'notification')
    expect(sent).toHaveLength(5)
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await storedMessages(portal)).toMatchObject([
      { state: 'failed', failure: 'unreachable', attempts: 5 },
    ])
    const [count] = await ask<{ count: number }>(
      portal.db,
      `select count from text_message_counts where period = 'person_day' order by starts_on limit 1`,
    )
    expect(count?.count).toBe(1)
  })

  test('a message that it took without an answer is repeated at once under the same name, and sent once', async () => {
    const made = await startWithGateway()
    const { portal, gateway } = made
    const { person } = await buildReachable(made)
    gateway.dropNextAnswer()
    await notifyOfResult(portal, person)
    await portal.runJob('notifications.texts')
    const sent = gateway.requests.filter(({ message }) => message.kind === 'notification')
    expect(sent).toHaveLength(2)
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(notificationsOf(gateway)).toHaveLength(1)
    expect(await storedMessages(portal)).toMatchObject([{ state: 'sent', attempts: 1 }])
  })

  test('after four failures in a row it gets no more requests until its rest is over', async () => {
    const made = await startWithGateway()
    const { portal, gateway } = made
    const { person } = await buildReachable(made)
    gateway.answer(500)
    for (let count = 1; count <= 4; count += 1) await notifyOfResult(portal, person)
    const before = gateway.requests.length
    await portal.runJob('notifications.texts')
    expect(gateway.requests.length - before).toBe(4)
    expect((await storedMessages(portal)).map(({ state }) => state)).toEqual(
      Array.from({ length: 4 }, () => 'waiting'),
    )
    gateway.answer(202)
    portal.clock.advance({ minutes: 2 })
    expect(await portal.runJob('notifications.texts')).toEqual({ sent: 4 })
  })

  test('a number that it cannot reach is not tried again: the next channel is used at once', async () => {
    const made = await startWithGateway()
    const { portal, gateway } = made
    const { person } = await buildReachable(made, { channels: ['sms', 'email'] })
    gateway.answer(422)
    await announce(portal, person)
    portal.clock.advance({ minutes: 1 })
    await portal.runJob('notifications.texts')
    expect(await storedMessages(portal)).toMatchObject([
      { state: 'failed', failure: 'rejected', attempts: 1 },
    ])
    expect(await nextAttempts(portal)).toEqual([portal.clock.now()])
  })

  test('the next channel waits for the end of the quiet hours if it makes a device sound', async () => {
    const made = await startWithGateway({ NOTIFICATION_MINUTES: '180' })
    const { portal } = made
    const { person, call } = await buildReachable(made, { channels: ['sms', 'push'] })
    const { subscription } = createBrowser('https://fcm.googleapis.com/fcm/send/uno')
    await call(pushEndpoints.subscribe, { body: subscription })
    await call(set, {
      body: {
        in_turn: true,
        channel_order: ['sms', 'push', 'email', 'whatsapp'],
        quiet_from: '12:30',
        quiet_to: '14:00',
      },
    })
    // Noon in Santiago: the message is sent before the quiet hours, and its failure is reported within them.
    await notifyOfResult(portal, person)
    await portal.runJob('notifications.texts')
    portal.clock.advance({ minutes: 45 })
    const [sent] = await storedMessages(portal)
    await postReport(portal, { id: sent?.reference ?? '', state: 'failed' })
    expect(await storedMessages(portal)).toMatchObject([
      { channel: 'sms', state: 'failed' },
      { channel: 'push', state: 'waiting', due_at: new Date('2026-11-26T17:00:00Z') },
    ])
  })
})

describe('cost limits', () => {
  test('above the limit of a person the next channel is used at once, and the day after text messages are sent again', async () => {
    const made = await startWithGateway({ TEXT_MESSAGES_PERSON: '2' })
    const { portal, gateway } = made
    const { person } = await buildReachable(made, { channels: ['sms', 'email'] })
    for (let count = 1; count <= 3; count += 1) await announce(portal, person)
    await portal.runJob('notifications.texts')
    expect(notificationsOf(gateway)).toHaveLength(2)
    expect(await storedMessages(portal)).toMatchObject([
      { state: 'sent' },
      { state: 'sent' },
      { state: 'failed', failure: 'limit' },
    ])
    const now = portal.clock.now()
    const turn = new Date(now.getTime() + 60 * 60_000)
    expect(await nextAttempts(portal)).toEqual([turn, turn, now])
    portal.clock.advance({ days: 1 })
    await announce(portal, person)
    await portal.runJob('notifications.texts')
    expect(notificationsOf(gateway)).toHaveLength(3)
  })

  test('a message above the limit is not sent later if its failure could not be stored', async () => {
    const made = await startWithGateway({ TEXT_MESSAGES_PERSON: '1' })
    const { portal, gateway } = made
    const { person } = await buildReachable(made)
    await notifyOfResult(portal, person)
    await portal.runJob('notifications.texts')
    await notifyOfResult(portal, person)
    await asOwner(
      portal.db,
      `create function stop_failure() returns trigger language plpgsql as $$ begin raise exception 'the server stopped'; end $$;
       create trigger stop_failure before update on notification_messages for each row when (new.state = 'failed')
         execute function stop_failure()`,
    )
    await expect(portal.runJob('notifications.texts')).rejects.toThrow('the server stopped')
    await asOwner(portal.db, 'drop trigger stop_failure on notification_messages')
    // The claim of the stopped server ran out.
    portal.clock.advance({ minutes: 2 })
    expect(await portal.runJob('notifications.texts')).toEqual({ sent: 0 })
    expect(notificationsOf(gateway)).toHaveLength(1)
    expect(await storedMessages(portal)).toMatchObject([
      { state: 'sent' },
      { state: 'failed', failure: 'limit' },
    ])
  })

  test('two servers together do not exceed the limit of the installation', async () => {
    // The code that confirms each number counts too.
    const made = await startWithGateway({ TEXT_MESSAGES_DAY: '9' })
    const { portal, gateway } = made
    const second = await made.openSecond()
    const people: { id: number }[] = []
    for (let count = 1; count <= 4; count += 1) people.push((await buildReachable(made)).person)
    for (const person of people)
      for (let count = 1; count <= 3; count += 1) await notifyOfResult(portal, person)
    await Promise.all([portal.runJob('notifications.texts'), second.runJob('notifications.texts')])
    expect(notificationsOf(gateway)).toHaveLength(5)
    expect(
      (await storedMessages(portal)).filter(
        ({ state, failure }) => state === 'failed' && failure === 'limit',
      ),
    ).toHaveLength(7)
    expect(
      await ask(
        portal.db,
        `select period, count from text_message_counts where person_id is null order by period`,
      ),
    ).toEqual([
      { period: 'day', count: 9 },
      { period: 'month', count: 9 },
    ])
    await second.app.close()
  })

  test('staff see in the list of warnings that a limit is reached, until the next day or month', async () => {
    const made = await startWithGateway({ TEXT_MESSAGES_DAY: '1', TEXT_MESSAGES_MONTH: '2' })
    const { portal } = made
    const admin = await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
    const warnings = async () =>
      (await (await portal.as(admin))(overviewEndpoints.summary)).missing
        .filter(({ code }) => code.startsWith('textLimit'))
        .map(({ code, text }) => [code, text])
    expect(await warnings()).toEqual([])
    const { person } = await buildReachable(made, { channels: ['sms'] })
    expect(await warnings()).toEqual([
      [
        'textLimitDay',
        'Se alcanzó el máximo diario de mensajes al celular (1 entre SMS y WhatsApp): hasta mañana las novedades van por los otros canales.',
      ],
    ])
    portal.clock.advance({ days: 1 })
    expect(await warnings()).toEqual([])
    await notifyOfResult(portal, person)
    await portal.runJob('notifications.texts')
    expect((await warnings()).map(([code]) => code)).toEqual(['textLimitDay', 'textLimitMonth'])
    expect((await portal.installation.warnings()).map(({ code }) => code)).toContain('textLimitMonth')
    portal.clock.set('2026-12-01T15:00:00Z')
    expect(await warnings()).toEqual([])
    await portal.runJob('notifications.purge')
    expect(await ask(portal.db, 'select period from text_message_counts')).toEqual([])
  })
})
