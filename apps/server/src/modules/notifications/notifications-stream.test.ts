import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import pg from 'pg'
import { expect, test } from 'vitest'
import { urlOfTestDatabase } from '../../../test/database.ts'
import { openPortal, type Portal, startPortal, testClock } from '../../../test/portal.ts'
import { notify as notifyPerson } from './notify-person.ts'

const notice = { type: 'exams_procedures', text: 'Hay un nuevo resultado en Mis Exámenes.' } as const

/** Opens the stream. `next` waits for one more event and returns null once the server has ended the stream. */
async function openStream({ app }: Portal, token: string) {
  const answer = await app.inject({
    method: 'GET',
    url: '/api/notifications/stream',
    headers: { 'x-token': token },
    payloadAsStream: true,
  })
  const chunks = answer.stream()[Symbol.asyncIterator]()
  let rest = ''
  async function next(): Promise<string | null> {
    for (;;) {
      const [text = '', ...others] = rest.split('\n\n')
      if (others.length > 0) {
        rest = others.join('\n\n')
        const event = /^event: (\w+)$/m.exec(text)?.[1]
        if (event) return event
        continue
      }
      const { done, value } = await chunks.next()
      if (done) return null
      rest += String(value)
    }
  }
  return { answer, next, leave: () => answer.stream().destroy() }
}

const notify = ({ db, ctx }: Portal, person_id: number) =>
  db.transaction((tx) => notifyPerson(ctx, tx, { ...notice, person_id }))

test('an open page learns at once of a notification of its own person, also from another server', async () => {
  const clock = testClock()
  const one = await startPortal({ clock })
  const two = await openPortal(one.db, clock)
  const [patient, other] = [await one.person(), await one.person()]
  const token = await one.sessionOf(patient.id)
  const stream = await openStream(two, token)
  expect(stream.answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(stream.answer.headers['cache-control']).toBe('no-store')
  expect(await stream.next()).toBe('ready')
  const others = await openStream(two, await one.sessionOf(other.id))
  expect(await others.next()).toBe('ready')
  await notify(one, patient.id)
  expect(await stream.next()).toBe('changed')
  // A notification read in one tab is read in all.
  const call = one.caller(token)
  const [first] = (await call(notificationEndpoints.list)).notifications
  await call(notificationEndpoints.read, { body: { ids: [first?.id ?? 0] } })
  expect(await stream.next()).toBe('changed')
  await two.app.close()
  expect([await stream.next(), await others.next()]).toEqual([null, null])
})

test('the stream does not extend its session, and ends when the session is signed out or expires', async () => {
  const portal = await startPortal({ heartbeatMs: 40 })
  const patient = await portal.person()
  const token = await portal.sessionOf(patient.id)
  const stream = await openStream(portal, token)
  expect(await stream.next()).toBe('ready')
  await portal.caller(token)(sessionEndpoints.signOut, { params: { id: patient.id } })
  expect(await stream.next()).toBeNull()
  expect((await openStream(portal, token)).answer.statusCode).toBe(401)
  const later = await openStream(portal, await portal.sessionOf(patient.id))
  expect(await later.next()).toBe('ready')
  portal.clock.advance({ minutes: 31 })
  expect(await later.next()).toBeNull()
})

test('a session has a limited number of open streams, and closing one makes room', async () => {
  const portal = await startPortal()
  const token = await portal.sessionOf((await portal.person()).id)
  const address = await portal.app.listen({ port: 0 })
  const leave = new AbortController()
  const open = () =>
    fetch(`${address}/api/notifications/stream`, { headers: { 'x-token': token }, signal: leave.signal })
  for (let count = 0; count < 3; count += 1) expect((await open()).status).toBe(200)
  const rejected = await open()
  expect(rejected.status).toBe(429)
  expect(rejected.headers.get('retry-after')).toBe('60')
  leave.abort()
  await expect
    .poll(async () => (await openStream(portal, token)).answer.statusCode, { interval: 50 })
    .toBe(200)
})

test('a server that lost its listening connection reconnects and announces it', async () => {
  const portal = await startPortal()
  const patient = await portal.person()
  const stream = await openStream(portal, await portal.sessionOf(patient.id))
  expect(await stream.next()).toBe('ready')
  const [database] = await portal.db.ask<{ name: string }>('select current_database()::text as name')
  const admin = new pg.Client({ connectionString: await urlOfTestDatabase(portal.db) })
  await admin.connect()
  const cut = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query ilike 'listen %'`,
    [database?.name],
  )
  await admin.end()
  expect(cut.rowCount).toBe(1)
  expect(await stream.next()).toBe('changed')
  await notify(portal, patient.id)
  expect(await stream.next()).toBe('changed')
  stream.leave()
})
