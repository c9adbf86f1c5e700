import { expect, test } from 'vitest'
import { provideTestDatabase } from '../../../test/database.ts'
import { startPortal, testClock } from '../../../test/portal.ts'
import { getNetwork, plainAddress } from './network.ts'
import { callerNetwork, createRateLimiter, limits } from './rate-limiter.ts'

test.each([
  ['203.0.113.9', { line: '203.0.113.9', site: null }],
  ['::ffff:203.0.113.9', { line: '203.0.113.9', site: null }],
  ['::FFFF:cb00:7109', { line: '203.0.113.9', site: null }],
  ['2001:db8:1:2:3:4:5:6', { line: '2001:db8:1:2::/64', site: '2001:db8:1::/48' }],
  ['2001:DB8:1:2::', { line: '2001:db8:1:2::/64', site: '2001:db8:1::/48' }],
  ['::1', { line: '::/64', site: '::/48' }],
])('the network of %s has the expected line and, for IPv6, the expected site', (address, network) => {
  expect(getNetwork(address)).toEqual(network)
})

test('an IPv4 address that is mapped into IPv6 is written as IPv4', () => {
  expect(plainAddress('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(plainAddress('2001:DB8:0::9')).toBe('2001:db8::9')
})

async function counting() {
  const clock = testClock()
  const db = await provideTestDatabase()
  return { db, clock, rateLimiter: createRateLimiter(db, clock, 1, new Map([['recover-address', 2]])) }
}

test('an IPv6 site has sixteen times the limit of one of its lines, and its number of rows is bounded', async () => {
  const { db, rateLimiter } = await counting()
  const from = (line: number) => callerNetwork(`2001:db8:1:${line.toString(16)}::7`)
  for (let turn = 0; turn < 32; turn += 1)
    expect((await rateLimiter.consume(limits.recoverAddress, from(turn))).over).toBe(false)
  for (let turn = 32; turn < 200; turn += 1)
    expect((await rateLimiter.consume(limits.recoverAddress, from(turn))).over).toBe(true)
  expect((await rateLimiter.peek(limits.recoverAddress, from(999))).over).toBe(true)
  expect((await rateLimiter.peek(limits.recoverAddress, callerNetwork('2001:db8:2::7'))).over).toBe(false)
  expect(await db.plain('select count(*)::int as count from tries')).toEqual([{ count: 33 }])
})

test('all IPv6 addresses of one line are counted in one row', async () => {
  const { db, rateLimiter } = await counting()
  for (let host = 0; host < 300; host += 1)
    await rateLimiter.count(limits.signIn, callerNetwork(`2001:db8:1:2::${host.toString(16)}`, 'account'))
  expect(await db.plain('select count(*)::int as count from tries')).toEqual([{ count: 2 }])
})

test('an attempt that is given back counts for neither line nor site, and a forgotten one still counts for the site', async () => {
  const { db, rateLimiter } = await counting()
  const from = callerNetwork('2001:db8:1:2::7')
  await rateLimiter.consume(limits.recoverAddress, from, 2)
  await rateLimiter.refund(limits.recoverAddress, from)
  expect(await db.plain('select count from tries')).toEqual([{ count: 1 }, { count: 1 }])
  await rateLimiter.reset(limits.recoverAddress, from)
  expect(await rateLimiter.peek(limits.recoverAddress, from)).toMatchObject({ count: 0, over: false })
  expect(await db.plain('select count from tries')).toEqual([{ count: 1 }])
})

test('a transaction fails if the line or its whole site has used up the limit', async () => {
  const { db, rateLimiter } = await counting()
  const bar = (address: string) =>
    db.transaction((tx) => rateLimiter.failWhenExceeded(tx, limits.recoverAddress, callerNetwork(address)))
  await rateLimiter.consume(limits.recoverAddress, callerNetwork('2001:db8:1:2::7'), 2)
  await expect(bar('2001:db8:1:2::8')).rejects.toThrow()
  await bar('2001:db8:1:3::8')
  await rateLimiter.consume(limits.recoverAddress, callerNetwork('2001:db8:1:4::7'), 30)
  await expect(bar('2001:db8:1:3::8')).rejects.toThrow()
  await bar('203.0.113.9')
})

type Ask = { readonly method: 'GET' | 'POST'; readonly url: string; readonly payload?: object }

const post = (path: string, more: object = {}): Ask => ({
  method: 'POST',
  url: `/api/auth/${path}`,
  payload: { document_type_id: 1, document_number: '12345678-5', ...more },
})
const password = { password: 'x' }

/** A request of each kind that is limited by network, with the limit's scope and the status before the limit is reached. */
const limitedCalls: readonly (readonly [name: string, limit: string, before: number, ask: Ask])[] = [
  ['a sign-in', 'sign-in', 400, post('login', password)],
  ['a sign-in of staff', 'sign-in-staff', 400, post('login/administrators', password)],
  ['a recovery', 'recover-address', 400, post('recover/passwords')],
  ['a look at an age', 'age-look', 200, { method: 'GET', url: '/api/patients/validations/age/2001-01-01' }],
  ['a picture key', 'file-key', 404, { method: 'GET', url: '/api/patients/photos/files/nothing' }],
  ['a robot check', 'challenge', 200, { method: 'GET', url: '/agenda/v1/challenge?form=recover' }],
]

test('each of these calls is limited by line: the addresses of one line count together, another line does not', async () => {
  const LIMITS = limitedCalls.map(([, limit]) => `${limit}=1`).join(',')
  const { app } = await startPortal({ environment: { LIMITS } })
  for (const [name, , before, ask] of limitedCalls) {
    const status = async (remoteAddress: string) => (await app.inject({ ...ask, remoteAddress })).statusCode
    const lines = [`2001:db8:1:${name.length}`, `2001:db8:1:${name.length + 100}`]
    expect([name, await status(`${lines[0]}::1`)]).toEqual([name, before])
    for (const address of [`${lines[0]}::2`, `${lines[0]}:7:8:9:1`])
      expect([name, await status(address)]).not.toEqual([name, before])
    expect([name, await status(`${lines[1]}::1`)]).toEqual([name, before])
  }
})
