import { notificationPreferenceEndpoints } from '@mi-portal/contract/notifications/preferences'
import { expect, test } from 'vitest'
import { buildLink } from '../../../../test/build.ts'
import {
  buildReachable,
  mobile,
  notifyOfResult,
  startReachable,
  startWithGateway,
  storedMessages,
} from '../../../../test/external/text-messages.ts'
import type { Portal } from '../../../../test/portal.ts'
import { newResult } from '../../exams/new-results.mails.ts'
import { type Notice, notifyWithMail } from '../notify-person.ts'

const { choose } = notificationPreferenceEndpoints

const result = { type: 'exams_procedures', text: 'Hay un nuevo resultado en Mis Exámenes' } as const

/** Announces a result in the portal and by the person's channels, with e-mail among them. */
function announce({ db, ctx }: Portal, person: { id: number }, more: Partial<Notice> = {}) {
  return db.transaction((tx) =>
    notifyWithMail(ctx, tx, { person_id: person.id, ...result, ...more }, newResult, (path) => ({
      recipient: 'rosa@ejemplo.cl',
      data: { first_name: 'Rosa', count: 1, patient_name: null, path },
    })),
  )
}

const nextAttempts = async ({ db }: Portal) =>
  (await db.listMails()).map(({ next_attempt_at }) => next_attempt_at)

const notificationsOf = ({
  messages,
}: {
  messages: () => { kind: string; text: string; channel: string }[]
}) => messages().filter(({ kind }) => kind === 'notification')

test('a person who chose SMS gets the clinic’s name and the address of the item, and nothing of the matter', async () => {
  const PUBLIC_URL = 'https://portal.clinica.example'
  const { portal, gateway, person } = await startReachable({}, { PUBLIC_URL })
  const { id } = await notifyOfResult(portal, person)
  await portal.runQueue('texts')
  const message = gateway.messages().at(-1)
  const url = `https://portal.clinica.example/dashboard/novedades/${id}`
  expect(message).toMatchObject({
    channel: 'sms',
    to: `+56${mobile}`,
    from: 'CLINICA',
    kind: 'notification',
    text: `Clínica Andes: tienes una novedad en tu portal. Ábrela en ${url}`,
    url,
  })
  expect(await storedMessages(portal)).toMatchObject([
    { channel: 'sms', state: 'sent', failure: null, attempts: 1, reference: message?.id },
  ])
})

test('a guardian gets WhatsApp messages about the results of one child and none about their own', async () => {
  const { portal, gateway, person, call } = await startReachable({ channels: ['email'] })
  const child = await portal.person({ date_birth: '2019-03-01' })
  await buildLink(portal.db, { leader_id: person.id, member_id: child.id })
  await call(choose, {
    body: { patient_id: child.id, choices: [{ topic: 'results', channels: ['whatsapp'] }] },
  })
  await notifyOfResult(portal, person)
  await notifyOfResult(portal, person, { about: { patient_id: child.id, reserved_group: null } })
  await portal.runQueue('texts')
  expect(notificationsOf(gateway).map(({ channel }) => channel)).toEqual(['whatsapp'])
})

test('a message that it does not take is sent again later under the same name, five times at most', async () => {
  const { portal, gateway, person } = await startReachable()
  gateway.answer(429)
  await notifyOfResult(portal, person)
  await portal.runQueue('texts')
  expect(await storedMessages(portal)).toMatchObject([
    { state: 'waiting', attempts: 1, due_at: new Date(portal.clock.now().getTime() + 60_000) },
  ])
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    portal.clock.advance({ minutes: 300 })
    await portal.runQueue('texts')
  }
  const sent = gateway.requests.filter(({ message }) => message.kind === 'notification')
  expect(sent).toHaveLength(5)
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(await storedMessages(portal)).toMatchObject([
    { state: 'failed', failure: 'unreachable', attempts: 5 },
  ])
  const [count] = await portal.db.ask<{ count: number }>(
    `select count from text_message_counts where period = 'person_day' order by starts_on limit 1`,
  )
  expect(count?.count).toBe(1)
})

test('a message that it took without an answer is repeated at once under the same name, and sent once', async () => {
  const { portal, gateway, person } = await startReachable()
  gateway.dropNextAnswer()
  await notifyOfResult(portal, person)
  await portal.runQueue('texts')
  const sent = gateway.requests.filter(({ message }) => message.kind === 'notification')
  expect(sent).toHaveLength(2)
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(notificationsOf(gateway)).toHaveLength(1)
  expect(await storedMessages(portal)).toMatchObject([{ state: 'sent', attempts: 1 }])
})

test('a number that it cannot reach is not tried again: the next channel is used at once', async () => {
  const { portal, gateway, person } = await startReachable({ channels: ['sms', 'email'] })
  gateway.answer(422)
  await announce(portal, person)
  portal.clock.advance({ minutes: 1 })
  await portal.runQueue('texts')
  expect(await storedMessages(portal)).toMatchObject([{ state: 'failed', failure: 'rejected', attempts: 1 }])
  expect(await nextAttempts(portal)).toEqual([portal.clock.now()])
})

test('above the limit of a person the next channel is used at once, and the day after text messages are sent again', async () => {
  const { portal, gateway, person } = await startReachable(
    { channels: ['sms', 'email'] },
    { TEXT_MESSAGES_PERSON: '2' },
  )
  for (let count = 1; count <= 3; count += 1) await announce(portal, person)
  await portal.runQueue('texts')
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
  await portal.runQueue('texts')
  expect(notificationsOf(gateway)).toHaveLength(3)
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
  await Promise.all([portal.runQueue('texts'), second.runQueue('texts')])
  expect(notificationsOf(gateway)).toHaveLength(5)
  expect(
    (await storedMessages(portal)).filter(({ state, failure }) => state === 'failed' && failure === 'limit'),
  ).toHaveLength(7)
  expect(
    await portal.db.ask(
      `select period, count from text_message_counts where person_id is null order by period`,
    ),
  ).toEqual([
    { period: 'day', count: 9 },
    { period: 'month', count: 9 },
  ])
  await second.app.close()
})
