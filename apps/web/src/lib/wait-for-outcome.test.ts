import { ApiError } from '@mi-portal/contract/calls/api-error'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outcomeDelay, waitForOutcome } from './wait-for-outcome.ts'

test.each([
  ['a reply', async () => 'listo', 'listo'],
  [
    'an error of the server',
    () => Promise.reject(new ApiError('wrongPassword')),
    new ApiError('wrongPassword'),
  ],
])('%s is returned 0.8 seconds after it arrived', async (_, ask, expected) => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers()
  outcomeDelay.isOn = true
  const returned = vi.fn()
  const waiting = waitForOutcome<unknown>(ask()).then(returned)
  await vi.advanceTimersByTimeAsync(799)
  expect(returned).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(returned).toHaveBeenCalledWith(expected)
})
