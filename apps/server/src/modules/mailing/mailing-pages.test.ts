import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { openPortal, startPortal, testClock } from '../../../test/portal.ts'
import { mailSealer } from '../../platform/security/seal.ts'
import { createMailingStore } from './mailing.store.ts'

let demonstration: FastifyInstance
let ordinary: FastifyInstance
let ids: number[]

beforeAll(async () => {
  const clock = testClock()
  const db = await openTestDatabase()
  const store = createMailingStore(db, mailSealer(['x'.repeat(48)]))
  const put = async (subject: string, recipient: string) => {
    const message = {
      messageId: `<${recipient}>`,
      template: 'test.mail',
      clinical: false,
      personId: null,
      recipient,
      subject,
      text: 'Tu clave: <x>\nhttps://portal.example/',
      html: '<p>Hola <a href="https://portal.example/" target="_blank">entra</a></p>',
      notAfter: null,
      unsubscribeUrl: null,
      appointmentId: null,
      notBefore: null,
      notificationId: null,
    }
    await store.put(db, [message], clock.now())
    clock.advance({ minutes: 1 })
  }
  await put('Vencido hace tiempo', 'tarde@ejemplo.cl')
  await store.claim(1, clock.now(), clock.now(), clock.now(), [])
  await put('Primero', 'ana@ejemplo.cl')
  await put('<b>Segundo</b>', 'berta@ejemplo.cl')
  ids = (await store.recent(10)).map(({ id }) => id)
  demonstration = (await openPortal(db, clock, { environment: { DEMO: 'true' } })).app
  ordinary = (await openPortal(db, clock, { environment: { DEMO: 'false' } })).app
  return async () => {
    await demonstration.close()
    await ordinary.close()
    await db.close()
  }
})

const get = (url: string) => demonstration.inject({ url })

test('the demonstration lists the outbox, newest first, with the state of each message', async () => {
  const page = await get('/dev/correo')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toContain('Bandeja de salida')
  expect(page.body.indexOf('Segundo')).toBeLessThan(page.body.indexOf('Primero'))
  expect(page.body).toContain('ana@ejemplo.cl')
  expect(page.body).toContain('26/11/2026 12:02')
  expect(page.body).toContain('En espera')
  expect(page.body).not.toContain('<b>Segundo')
})

test('the pages answer only calls made on this machine, and none through a proxy or the network', async () => {
  for (const url of ['/dev/correo', `/dev/correo/${ids[0]}`, `/dev/correo/${ids[0]}/html`]) {
    const asked = (options: object) => demonstration.inject({ url, ...options })
    expect((await asked({ remoteAddress: '::1' })).statusCode).toBe(200)
    for (const elsewhere of [
      { remoteAddress: '203.0.113.7' },
      { remoteAddress: '172.30.0.10' },
      { headers: { 'x-forwarded-for': '203.0.113.7' } },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { forwarded: 'for=127.0.0.1' } },
    ])
      expect((await asked(elsewhere)).statusCode, JSON.stringify(elsewhere)).toBe(404)
  }
})

test('a public demonstration shows no mails', async () => {
  const { app } = await startPortal({
    environment: { DEMO: 'true', DEMO_PUBLIC: 'yes', PUBLIC_URL: 'https://demo.clinica.cl' },
  })
  expect((await app.inject({ url: '/dev/correo' })).statusCode).toBe(404)
})

test('the pages run no script and cannot be framed by other sites', async () => {
  for (const url of ['/dev/correo', `/dev/correo/${ids[0]}`]) {
    const page = await get(url)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|script-src/)
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    expect(page.body).not.toContain('<script')
  }
})

test('a message is shown as plain text and, in a sandbox, as HTML', async () => {
  const page = await get(`/dev/correo/${ids[0]}`)
  expect(page.body).toContain('Tu clave: &#60;x&#62;\nhttps://portal.example/')
  expect(page.body).toMatch(/<iframe title="Mensaje" sandbox="[a-z -]*" src="\/dev\/correo\/\d+\/html">/)
  expect(page.body).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin|forms|top)/)
  const body = await get(`/dev/correo/${ids[0]}/html`)
  expect(body.body).toContain('<p>Hola')
  expect(String(body.headers['content-security-policy'])).toMatch(/default-src 'none'.*sandbox/)
  expect(body.headers['cache-control']).toBe('no-store')
})

test('a message whose text was erased says so', async () => {
  const page = await get(`/dev/correo/${ids[2]}`)
  expect(page.body).toContain('ya se borró')
  expect(page.body).toContain('Vencido')
})

test('the address of a message that does not exist is 404', async () => {
  for (const name of ['999999', '0', '1%00', 'abc', '999999/html'])
    expect([name, (await get(`/dev/correo/${name}`)).statusCode]).toEqual([name, 404])
})

test('outside the demonstration these pages do not exist', async () => {
  for (const url of ['/dev/correo', `/dev/correo/${ids[0]}`, `/dev/correo/${ids[0]}/html`]) {
    const answer = await ordinary.inject({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('Segundo')
  }
})
