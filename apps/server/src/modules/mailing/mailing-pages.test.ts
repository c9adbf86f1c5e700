import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { greeting, openMail } from '../../../test/mail/mailing.ts'
import { openPortal, startPortal, testClock } from '../../../test/portal.ts'

const forDevelopers = ['/dev/correo', '/dev/correo/1', '/dev/correo/1/html']

test('the demonstration lists the outbox newest first, and shows a message as escaped text and as HTML without scripts', async () => {
  const clock = testClock()
  const { app, db } = await startPortal({ clock, environment: { DEMO: 'true' } })
  const { greet, mail } = openMail(db, clock)
  const written = { recipient: 'ana@ejemplo.cl', person_id: null, data: { text: 'Tu clave: <x>' } }
  await db.transaction((tx) => mail.queue(tx, greeting, written))
  await greet('berta@ejemplo.cl')
  const list = await app.inject({ url: '/dev/correo' })
  expect(list.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(list.body.indexOf('berta@ejemplo.cl')).toBeLessThan(list.body.indexOf('ana@ejemplo.cl'))
  expect(list.body).toContain('En espera')
  const page = await app.inject({ url: '/dev/correo/1' })
  expect(page.body).toContain('Tu clave: &#60;x&#62;')
  expect(page.body).toMatch(/<iframe title="Mensaje" sandbox="[a-z -]*" src="\/dev\/correo\/\d+\/html">/)
  expect(page.body).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin|forms|top)/)
  for (const url of forDevelopers) {
    const { headers, body } = await app.inject({ url })
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe-inline' 'self'|script-src/)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).not.toContain('<script')
  }
  for (const name of ['999999', '0', '1%00', 'abc', '999999/html'])
    expect([name, (await app.inject({ url: `/dev/correo/${name}` })).statusCode]).toEqual([name, 404])
})

test('the pages answer only calls made on this machine, and only in a demonstration that is not public', async () => {
  const db = await openTestDatabase()
  const clock = testClock()
  await openMail(db, clock).greet('ana@ejemplo.cl')
  const { app } = await openPortal(db, clock, { environment: { DEMO: 'true' } })
  for (const url of forDevelopers) {
    expect((await app.inject({ url, remoteAddress: '::1' })).statusCode).toBe(200)
    for (const elsewhere of [
      { remoteAddress: '203.0.113.7' },
      { remoteAddress: '172.30.0.10' },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { forwarded: 'for=127.0.0.1' } },
    ])
      expect((await app.inject({ url, ...elsewhere })).statusCode, JSON.stringify(elsewhere)).toBe(404)
  }
  await app.close()
  const others: Record<string, string>[] = [
    { DEMO: 'false' },
    { DEMO: 'true', DEMO_PUBLIC: 'yes', PUBLIC_URL: 'https://demo.clinica.cl' },
  ]
  for (const environment of others) {
    const other = await openPortal(db, clock, { environment })
    for (const url of forDevelopers) expect((await other.app.inject({ url })).statusCode).toBe(404)
    await other.app.close()
  }
  await db.close()
})
