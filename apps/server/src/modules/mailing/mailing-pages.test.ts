import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { openPortal, testClock } from '../../../test/portal.ts'
import { mailingStore } from './mailing.store.ts'

let demonstration: FastifyInstance
let ordinary: FastifyInstance
let ids: number[]

beforeAll(async () => {
  const clock = testClock()
  const db = await openTestDatabase()
  const store = mailingStore(db)
  const put = async (subject: string, recipient: string) => {
    const message = {
      messageId: `<${recipient}>`,
      template: 'test.mail',
      personId: null,
      recipient,
      subject,
      text: 'Tu clave: <x>\nhttps://portal.example/',
      html: '<p>Hola <a href="https://portal.example/" target="_blank">entra</a></p>',
      notAfter: null,
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

test('the demonstration lists the outbox, the newest first, with its state', async () => {
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

test('the pages run no script and are framed by nobody', async () => {
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

test('a message is shown as plain text and, in a sandbox, as it looks', async () => {
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

test.each([
  '/dev/correo/999999',
  '/dev/correo/0',
  '/dev/correo/1%00',
  '/dev/correo/abc',
  '/dev/correo/999999/html',
])('there is nothing at %s', async (url) => {
  expect((await get(url)).statusCode).toBe(404)
})

test('outside the demonstration there are no such pages', async () => {
  for (const url of ['/dev/correo', `/dev/correo/${ids[0]}`, `/dev/correo/${ids[0]}/html`]) {
    const answer = await ordinary.inject({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('Segundo')
  }
})
