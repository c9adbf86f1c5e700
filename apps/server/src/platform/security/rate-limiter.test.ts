import { expect, test } from 'vitest'
import { provideTestDatabase } from '../../../test/database.ts'
import { testClock } from '../../../test/portal.ts'
import { createRateLimiter, type Limit, limits } from './rate-limiter.ts'

async function servers() {
  const clock = testClock()
  const db = await provideTestDatabase()
  return { clock, db, one: createRateLimiter(db, clock), other: createRateLimiter(db, clock) }
}

test('every rate limit counts the attempts of two servers together, survives a restart and resets after its period', async () => {
  const { clock, db, one, other } = await servers()
  for (const [name, limit] of Object.entries<Limit>(limits)) {
    const { max, minutes } = limit
    await one.consume(limit, 'one key', max - 1)
    expect([name, (await other.consume(limit, 'one key')).over]).toEqual([name, false])
    const last = await one.consume(limit, 'one key')
    expect([name, last.over]).toEqual([name, true])
    expect(last.retryAfter).toBeGreaterThan(minutes * 60 - 2)
    expect(last.retryAfter).toBeLessThanOrEqual(minutes * 60)
    const restarted = createRateLimiter(db, clock)
    expect([name, (await restarted.peek(limit, 'one key')).over]).toEqual([name, true])
    expect([name, (await restarted.peek(limit, 'another key')).over]).toEqual([name, false])
  }
  clock.advance({ days: 1, seconds: 1 })
  for (const limit of Object.values(limits)) expect((await one.peek(limit, 'one key')).over).toBe(false)
})

test('concurrent attempts on two servers cannot exceed a rate limit', async () => {
  const { one, other } = await servers()
  const taken = await Promise.all(
    Array.from({ length: 60 }, (_, turn) => (turn % 2 ? one : other).consume(limits.documentRequest, '1')),
  )
  expect(taken.filter(({ over }) => !over)).toHaveLength(limits.documentRequest.max)
})

test('an installation can set its own rate limits, and a load test can multiply all of them', async () => {
  const { clock, db } = await servers()
  const own = createRateLimiter(db, clock, 1, new Map([['recover', 4]]))
  expect((await own.consume(limits.recover, '2', 4)).over).toBe(false)
  expect((await own.consume(limits.recover, '2')).over).toBe(true)
  const raised = createRateLimiter(db, clock, 3)
  expect((await raised.consume(limits.recover, '1', 9)).over).toBe(false)
  expect((await raised.consume(limits.recover, '1')).over).toBe(true)
})
