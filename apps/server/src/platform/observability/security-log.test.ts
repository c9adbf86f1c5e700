import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { startPortal, testClock } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'
import type { Logger } from '../logger.ts'
import { createSecurityLog } from './security-log.ts'

type Line = Readonly<Record<string, unknown>>

const securityLines = (log: readonly string[]): Line[] =>
  log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security')

test('each 401, 403 and 429 is one line of the security log, without a full address, a document, a name or a token', async () => {
  const log: string[] = []
  const portal = await startPortal({ log, callsPerMinute: 3 })
  const person = await portal.person({ first_name: 'Camila', email: 'camila@ejemplo.cl' })
  const token = await portal.sessionOf(person.id)
  const caller = portal.caller(token, '203.0.113.77', { 'user-agent': 'Firefox de Camila' })
  const unknown = portal.caller('no-such-token', '2001:db8:1:2::9')

  await expectRejected(unknown(appointmentEndpoints.upcoming), 401)
  const search = { filter: person.document_number, page: 1, limit: 10 }
  await expectRejected(caller(userEndpoints.list, { body: search }), 403)
  await caller(appointmentEndpoints.upcoming)
  await caller(appointmentEndpoints.upcoming)
  await expectRejected(caller(appointmentEndpoints.upcoming), 429)

  const line = { level: 40, msg: 'security', event: 'rejected' }
  const [first, second, third, ...more] = securityLines(log)
  expect(more).toEqual([])
  expect(first).toMatchObject({
    ...line,
    method: 'GET',
    route: '/api/medicals/appointments/upcomings',
    status: 401,
    reason: 'noSession',
    accountId: null,
    network: '2001:db8:1::/48',
  })
  expect(second).toMatchObject({
    ...line,
    method: 'POST',
    status: 403,
    reason: 'forbidden',
    accountId: person.id,
    network: '203.0.113.0/24',
  })
  expect(third).toMatchObject({ ...line, status: 429, reason: 'tooMany', accountId: person.id })
  // The hash shows that two lines come from the same network without naming it.
  expect(first?.source).toMatch(/^[0-9a-f]{16}$/)
  expect(third?.source).toBe(second?.source)
  expect(second?.source).not.toBe(first?.source)
  const text = JSON.stringify(securityLines(log))
  for (const secret of [person.document_number, 'Camila', 'camila', token, '203.0.113.77'])
    expect(text).not.toContain(secret)
})

test('the security log has at most 20 lines a minute per network and 300 in all, and counts the withheld lines', () => {
  const written: { fields: Line; message: string }[] = []
  const write = (fields: object, message: string) => void written.push({ fields: { ...fields }, message })
  const logger: Logger = { info: write, warn: write, error: write, debug: write }
  const clock = testClock()
  const log = createSecurityLog(logger, clock, ['x'.repeat(48)])
  const from = (ip: string) => ({ id: 'r', ip, socket: {} }) as Parameters<typeof log.write>[0]

  for (let call = 0; call < 1_000; call += 1) log.write(from('203.0.113.77'), 'rejected', {})
  expect(written).toHaveLength(20)
  for (let call = 0; call < 5_000; call += 1)
    log.write(from(`198.51.${call % 250}.${Math.floor(call / 250)}`), 'rejected', {})
  expect(written).toHaveLength(300)
  expect(new Set(written.map(({ message }) => message))).toEqual(new Set(['security']))

  clock.advance({ seconds: 59 })
  log.endMinute()
  expect(written).toHaveLength(300)
  clock.advance({ seconds: 1 })
  log.endMinute()
  expect(written.at(-1)).toEqual({ fields: { withheld: 5_700 }, message: 'security lines withheld' })
  log.write(from('203.0.113.77'), 'rejected', {})
  log.endMinute()
  expect(written).toHaveLength(302)
})
