import { expect, test, vi } from 'vitest'
import { withinTime } from './bodies.ts'

/** Reads a body of which this many bytes arrive each second. Returns after how many seconds the connection was closed. */
async function closedAfter(bytesPerSecond: number, limit: number): Promise<number | null> {
  vi.useFakeTimers()
  const began = performance.now()
  let closed: number | null = null
  const socket = { bytesRead: 5_000 }
  const raw = {
    socket,
    destroy: () => {
      closed ??= (performance.now() - began) / 1000
    },
  }
  const arriving = setInterval(() => {
    socket.bytesRead += bytesPerSecond
  }, 1000)
  const { promise, resolve } = Promise.withResolvers<void>()
  const reading = withinTime({ raw } as never, limit * 1000, () => promise)
  await vi.advanceTimersByTimeAsync(60_000)
  clearInterval(arriving)
  resolve()
  await reading
  vi.useRealTimers()
  return closed
}

test('a body that arrives slower than 2,000 bytes a second is rejected after ten seconds, and a slow whole one at its time limit', async () => {
  expect(await closedAfter(100, 300)).toBe(10)
  expect(await closedAfter(1_900, 300)).toBe(10)
  expect(await closedAfter(2_300, 300)).toBeNull()
  expect(await closedAfter(1_000_000, 29)).toBe(29)
})
