import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { notificationPreferenceEndpoints } from '@mi-portal/contract/notifications/preferences'
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { buildFamily } from '../../../../test/build.ts'
import { createBrowser, readVapid, startPushService } from '../../../../test/external/push-service.ts'
import { notifyOfResult as notify } from '../../../../test/external/text-messages.ts'
import { openPortal, type Portal, startPortal, startServer } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'

const { subscribe, renew, remove } = pushEndpoints
const { get } = notificationPreferenceEndpoints

async function withPush() {
  const service = await startPushService()
  const portal = await startPortal({ pushOrigin: service.origin })
  return { service, portal, person: await portal.person() }
}

async function open(
  { portal, service }: Awaited<ReturnType<typeof withPush>>,
  person: { id: number },
  path: string,
) {
  const browser = createBrowser(`${service.origin}${path}`)
  const token = await portal.sessionOf(person.id)
  const call = portal.caller(token)
  const { id } = await call(subscribe, { body: browser.subscription })
  return { browser, call, id, token }
}

const statesOf = ({ db }: Portal) =>
  db.ask<{ state: string; attempts: number; due_at: Date }>(
    'select state, attempts, due_at from notification_messages order by id',
  )

test('a browser decrypts the message, which opens the notification and names no patient, exam or professional', async () => {
  const made = await withPush()
  const { portal, service, person } = made
  const { browser, call } = await open(made, person, '/uno')
  const { id } = await notify(portal, person)
  await portal.runQueue('push')
  const [message, ...others] = service.received
  expect(others).toEqual([])
  expect(browser.read(message?.body ?? Buffer.alloc(0))).toEqual({
    title: 'Tienes una novedad en Mi Portal',
    body: 'Hay algo nuevo para ti. Ábrelo para verlo.',
    path: `/dashboard/novedades/${id}`,
    tag: `novedad-${id}`,
  })
  expect(message?.headers['content-encoding']).toBe('aes128gcm')
  const { push_key } = await call(get)
  expect(readVapid(message?.headers.authorization, push_key ?? '')).toMatchObject({ aud: service.origin })
  expect(await statesOf(portal)).toMatchObject([{ state: 'sent', attempts: 1 }])
})

test('a message goes once to every browser of the person, and a browser that its push service no longer knows is removed', async () => {
  const made = await withPush()
  const { portal, service, person } = made
  await open(made, person, '/uno')
  await open(made, person, '/dos')
  await open(made, await portal.person(), '/otra-persona')
  service.answer('/dos', 410)
  const second = await startServer(portal.db, portal.clock, { pushOrigin: service.origin })
  await notify(portal, person)
  await Promise.all([portal.runQueue('push'), second.runQueue('push')])
  expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/dos', '/uno'])
  expect(await portal.db.plain('select from push_subscriptions')).toHaveLength(2)
  // The server that claimed the next message died.
  await notify(portal, person)
  await portal.db.ask(
    `update notification_messages set state = 'sending', claim = 1, claimed_until = $1 where state = 'waiting' returning id`,
    [new Date(portal.clock.now().getTime() + 60_000)],
  )
  await portal.runQueue('push')
  expect(service.received).toHaveLength(2)
  portal.clock.advance({ minutes: 2 })
  await portal.runQueue('push')
  expect(service.received).toHaveLength(3)
})

test('a message waits for the end of the quiet hours, also before its second attempt, unless it is urgent, and is tried five times', async () => {
  const made = await withPush()
  const { portal, service, person } = made
  await open(made, person, '/uno')
  service.answer('/uno', 503)
  // 20:59:30 in Santiago.
  portal.clock.set('2026-11-26T23:59:30Z')
  await notify(portal, person)
  await portal.runQueue('push')
  await notify(portal, person)
  portal.clock.set('2026-11-27T00:10:00Z')
  await portal.runQueue('push')
  await notify(portal, person, { isUrgent: true })
  await portal.runQueue('push')
  expect(service.received).toHaveLength(2)
  expect(await statesOf(portal)).toMatchObject([
    { state: 'waiting', attempts: 1, due_at: new Date('2026-11-27T11:00:00Z') },
    { state: 'waiting', attempts: 0, due_at: new Date('2026-11-27T11:00:00Z') },
    { state: 'waiting', attempts: 1, due_at: new Date('2026-11-27T00:11:00Z') },
  ])
  // At noon of each following day.
  portal.clock.set('2026-11-27T15:00:00Z')
  for (let day = 0; day < 6; day += 1) {
    await portal.runQueue('push')
    portal.clock.advance({ days: 1 })
  }
  expect((await statesOf(portal)).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 3 }, () => ['failed', 5]),
  )
})

test('a message is not sent after the notification was read, or when its reader may no longer see it', async () => {
  const made = await withPush()
  const { portal, service } = made
  const { guardian: person, child, link } = await buildFamily(portal.db, { date_birth: '2019-03-01' })
  const { call } = await open(made, person, '/uno')
  const { id } = await notify(portal, person)
  await call(notificationEndpoints.read, { body: { ids: [id ?? 0] } })
  await notify(portal, person, { about: { patient_id: child.id, reserved_group: null } })
  await portal.db.ask('update family_links set guardian_proof = null where id = $1', [link.id])
  await portal.runQueue('push')
  expect(service.received).toEqual([])
  expect(await statesOf(portal)).toMatchObject([{ state: 'dropped' }, { state: 'dropped' }])
})

test('the private key is stored encrypted, and a new secret encrypts it again without changing it', async () => {
  const { portal } = await withPush()
  const call = await portal.as(await portal.person())
  const before = (await call(get)).push_key
  const stored = () => portal.db.ask<{ private_key: Uint8Array }>('select private_key from push_keys')
  const [first] = await stored()
  const next = 'otra-clave-que-es-bastante-larga-0123456789-abcdefghijklmnopqrst'
  const renewed = await openPortal(portal.db, portal.clock, {
    environment: { SECRET_KEY: next, SECRET_KEY_PREVIOUS: portal.config.secrets[0] },
  })
  const person = await renewed.person()
  expect((await (await renewed.as(person))(get)).push_key).toBe(before)
  expect((await stored())[0]?.private_key).not.toEqual(first?.private_key)
  await renewed.app.close()
  const lost = await startServer(portal.db, portal.clock, {
    environment: { SECRET_KEY: 'una-clave-distinta-que-no-conoce-la-anterior-0123456789abcdefgh' },
  })
  expect((await (await lost.as(person))(get)).push_key).toBeNull()
})

test('a browser that is used in a new session ends with the sign-out of that session', async () => {
  const made = await withPush()
  const { portal, person } = made
  const { browser } = await open(made, person, '/uno')
  const { endpoint } = browser.subscription
  const later = await portal.as(person)
  expect((await later(get)).devices).toMatchObject([{ is_current: false }])
  expect(await later(renew, { body: { endpoint } })).toMatchObject({ is_known: true })
  expect((await later(get)).devices).toMatchObject([{ is_current: true }])
  const stranger = await portal.as(await portal.person())
  expect(await stranger(renew, { body: { endpoint } })).toMatchObject({ is_known: false })
  await later(sessionEndpoints.signOut, { params: { id: person.id } })
  expect(await portal.db.plain('select from push_subscriptions')).toEqual([])
})

test('a browser belongs to the person who turned the messages on last, and only they remove it', async () => {
  const made = await withPush()
  const { portal } = made
  const [first, second] = [await portal.person(), await portal.person()]
  const { browser } = await open(made, first, '/uno')
  const call = await portal.as(second)
  const { id } = await call(subscribe, { body: browser.subscription })
  const former = await portal.as(first)
  expect((await former(get)).devices).toEqual([])
  await expectRejected(former(remove, { params: { id } }), 404)
  expect((await call(get)).devices).toHaveLength(1)
  await call(remove, { params: { id } })
  expect((await call(get)).devices).toEqual([])
})

test('the server takes no address that is no known push service', async () => {
  const portal = await startPortal()
  const call = await portal.as(await portal.person())
  const { subscription } = createBrowser('https://fcm.googleapis.com/fcm/send/x')
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://fcm.googleapis.com.atacante.example/x',
    'https://atacante.example/?https://fcm.googleapis.com/',
    'https://usuario:clave@fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest/meta-data/',
    `https://fcm.googleapis.com/${'x'.repeat(2_000)}`,
  ]) {
    const rejection = await getRejection(call(subscribe, { body: { ...subscription, endpoint } }))
    expect([endpoint, rejection.status, rejection.fieldErrorOf('endpoint') !== undefined]).toEqual([
      endpoint,
      400,
      true,
    ])
  }
  expect(await portal.db.plain('select from push_subscriptions')).toEqual([])
})
