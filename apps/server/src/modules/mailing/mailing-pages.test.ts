import { expect, test } from 'vitest'
import { provideTestDatabase } from '../../../test/database.ts'
import { openMail } from '../../../test/mail/mailing.ts'
import { startServer, testClock } from '../../../test/portal.ts'

const forDevelopers = ['/dev/correo', '/dev/correo/1', '/dev/correo/1/html']

test('the pages answer only calls made on this machine, and only in a demonstration that is not public', async () => {
  const db = await provideTestDatabase()
  const clock = testClock()
  await openMail(db, clock).greet('ana@ejemplo.cl')
  const { app } = await startServer(db, clock, { environment: { DEMO: 'true' } })
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
  const others: Record<string, string>[] = [
    { DEMO: 'false' },
    { DEMO: 'true', DEMO_PUBLIC: 'yes', PUBLIC_URL: 'https://demo.clinica.cl' },
  ]
  for (const environment of others) {
    const other = await startServer(db, clock, { environment })
    for (const url of forDevelopers) expect((await other.app.inject({ url })).statusCode).toBe(404)
  }
})
