import { CallError } from '@mi-portal/contract/calls/call-error'

const outcomeDelayMs = 800

/** Whether outcomes are delayed. The tests of screens do not wait. @internal Exported for the tests. */
export const outcomeDelay = { isOn: true }

/** Returns the outcome of a call, including an `CallError`, 0.8 s after it arrived, so that the screen does not flash. */
export async function waitForOutcome<Outcome>(outcome: Promise<Outcome>): Promise<Outcome | CallError> {
  const [result] = await Promise.allSettled([outcome])
  await new Promise((resolve) => setTimeout(resolve, outcomeDelay.isOn ? outcomeDelayMs : 0))
  if (result.status === 'fulfilled') return result.value
  if (result.reason instanceof CallError) return result.reason
  throw result.reason
}
