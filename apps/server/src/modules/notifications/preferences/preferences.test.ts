import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { notificationPreferenceEndpoints, usualSettings } from '@mi-portal/contract/notifications/preferences'
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import { expect, test } from 'vitest'
import { buildFamily, buildLink } from '../../../../test/build.ts'
import { createBrowser } from '../../../../test/external/push-service.ts'
import { startSmtp } from '../../../../test/mail/smtp.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'
import { newResult } from '../../exams/new-results.mails.ts'
import { type Notice, notifyWithMail } from '../notify-person.ts'

const { get, choose, set } = notificationPreferenceEndpoints

const result = { type: 'exams_procedures', text: 'Hay un nuevo resultado en Mis Exámenes' } as const

/** Announces a result to a person, in the portal and by e-mail. */
function announce(
  { db, ctx }: Portal,
  person: { id: number; email: string | null },
  more: Partial<Notice> = {},
) {
  return db.transaction((tx) =>
    notifyWithMail(ctx, tx, { person_id: person.id, ...result, ...more }, newResult, (path) => ({
      recipient: person.email ?? '',
      data: { first_name: 'Rosa', count: 1, patient_name: null, path },
    })),
  )
}

const readMails = ({ db }: Portal) => db.listMails()

const pushesOf = ({ db }: Portal) =>
  db.ask<{ due_at: Date; state: string }>('select due_at, state from notification_messages order by id')

async function turnOnPush(call: Awaited<ReturnType<Portal['as']>>) {
  const { subscription } = createBrowser('https://fcm.googleapis.com/fcm/send/uno')
  await call(pushEndpoints.subscribe, { body: subscription })
}

test('a person who has chosen nothing is notified by e-mail at once, as the e-mail opens the notification', async () => {
  const portal = await startPortal()
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  const call = await portal.as(person)
  const { people, settings } = await call(get)
  expect(settings).toEqual(usualSettings)
  expect(people).toHaveLength(1)
  expect(people[0]?.choices.map(({ topic }) => topic)).toEqual([
    'reminders',
    'appointments',
    'results',
    'answers',
    'family',
  ])
  await announce(portal, person)
  const [mail, ...others] = await readMails(portal)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    state: 'queued',
    notification_id: null,
    next_attempt_at: portal.clock.now(),
  })
  const { notifications } = await call(notificationEndpoints.list)
  expect(mail?.body_text).toContain(`/dashboard/novedades/${notifications[0]?.id}`)
})

test('a topic without e-mail is not mailed, and other topics still are', async () => {
  const portal = await startPortal()
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  const call = await portal.as(person)
  await call(choose, { body: { choices: [{ topic: 'results', channels: [] }] } })
  await announce(portal, person)
  expect(await readMails(portal)).toEqual([])
  await announce(portal, person, { topic: 'answers' })
  expect(await readMails(portal)).toHaveLength(1)
  expect((await call(notificationEndpoints.list)).total).toBe(2)
  const [own] = (await call(get)).people
  expect(own?.choices).toContainEqual({ topic: 'results', channels: [] })
  expect(own?.choices).toContainEqual({ topic: 'answers', channels: ['email', 'push'] })
})

test('a guardian chooses for a child in their care, without a change of what is about themself', async () => {
  const portal = await startPortal()
  const { guardian, child } = await buildFamily(
    portal.db,
    { first_name: 'Martina', date_birth: '2019-03-01' },
    { email: 'rosa@ejemplo.cl' },
  )
  const call = await portal.as(guardian)
  await call(choose, { body: { patient_id: child.id, choices: [{ topic: 'results', channels: [] }] } })
  await announce(portal, guardian, { about: { patient_id: child.id, reserved_group: null } })
  expect(await readMails(portal)).toEqual([])
  await announce(portal, guardian)
  expect(await readMails(portal)).toHaveLength(1)
  const { people } = await call(get)
  expect(people.map(({ first_name }) => first_name)).toContain('Martina')
  expect(people[1]?.choices.map(({ topic }) => topic)).not.toContain('family')
})

test('choices for a stranger, for a topic that is only about oneself, and for unknown channels are rejected', async () => {
  const portal = await startPortal()
  const guardian = await portal.person()
  const child = await portal.person({ date_birth: '2019-03-01' })
  const stranger = await portal.person({ date_birth: '2019-03-01' })
  await buildLink(portal.db, { leader_id: guardian.id, member_id: child.id })
  const call = await portal.as(guardian)
  const choices = [{ topic: 'results' as const, channels: ['email' as const] }]
  await expectRejected(call(choose, { body: { patient_id: stranger.id, choices } }), 404)
  const family = await getRejection(
    call(choose, { body: { patient_id: child.id, choices: [{ topic: 'family', channels: [] }] } }),
  )
  expect([family.status, family.fieldErrorOf('choices')]).toEqual([400, 'Ese tema es solo sobre ti'])
  for (const body of [
    { choices: [{ topic: 'results', channels: ['fax'] }] },
    { choices: [{ topic: 'results', channels: ['email', 'email'] }] },
    { choices: [...choices, ...choices] },
  ])
    await expectRejected(call(choose, { body: body as never }), 400)
  expect(await portal.db.ask('select topic from notification_choices')).toEqual([])
})

test('quiet hours and the order of channels are stored, and impossible ones are rejected', async () => {
  const portal = await startPortal()
  const call = await portal.as(await portal.person())
  const settings = {
    in_turn: true,
    channel_order: ['push' as const, 'email' as const, 'sms' as const, 'whatsapp' as const],
    quiet_from: '22:30',
    quiet_to: '07:00',
  }
  await call(set, { body: settings })
  expect((await call(get)).settings).toEqual(settings)
  for (const wrong of [{ channel_order: ['push', 'email'] }, { quiet_from: '25:00' }])
    await expectRejected(call(set, { body: { ...settings, ...wrong } as never }), 400)
  expect((await call(get)).settings).toEqual(settings)
})

async function inTurn(order: ('email' | 'push')[], environment: Record<string, string> = {}) {
  const portal = await startPortal({ environment })
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  const call = await portal.as(person)
  await turnOnPush(call)
  await call(set, {
    body: { ...usualSettings, in_turn: true, channel_order: [...order, 'whatsapp', 'sms'] },
  })
  return { portal, person, call }
}

test('the next channel is planned after the configured minutes; urgent news uses all at once, also in quiet hours', async () => {
  const { portal, person } = await inTurn(['push', 'email'], { NOTIFICATION_MINUTES: '45' })
  await announce(portal, person)
  const now = portal.clock.now().getTime()
  // 23:00 in Santiago.
  portal.clock.set('2026-11-27T02:00:00Z')
  await announce(portal, person, { isUrgent: true })
  expect(await pushesOf(portal)).toMatchObject([{ due_at: new Date(now) }, { due_at: portal.clock.now() }])
  expect(await readMails(portal)).toMatchObject([
    { next_attempt_at: new Date(now + 45 * 60_000) },
    { next_attempt_at: portal.clock.now() },
  ])
})

test('the e-mail is withdrawn if the notification was read before its turn, or if its reader is no longer the guardian', async () => {
  const smtp = await startSmtp()
  const { portal, person, call } = await inTurn(['push', 'email'], { SMTP_URL: smtp.url })
  await announce(portal, person)
  const { notifications } = await call(notificationEndpoints.list)
  await call(notificationEndpoints.read, { body: { ids: notifications.map(({ id }) => id) } })
  const child = await portal.person({ date_birth: '2019-03-01' })
  const link = await buildLink(portal.db, { leader_id: person.id, member_id: child.id })
  await announce(portal, person, { about: { patient_id: child.id, reserved_group: null } })
  await portal.db.ask(`update family_links set guardian_proof = null where id = $1`, [link.id])
  portal.clock.advance({ minutes: 61 })
  portal.sendMails()
  const withdrawn = { state: 'withdrawn', body_text: '' }
  await expect.poll(() => readMails(portal)).toMatchObject([withdrawn, withdrawn])
  expect(smtp.received).toEqual([])
})
