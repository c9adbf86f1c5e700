import { ApiError } from '@mi-portal/contract/api-error'

/** Returns the outcome of a call, including an `ApiError`, the given milliseconds after it arrived. */
export async function waitForOutcome<Outcome>(
  outcome: Promise<Outcome>,
  afterMs: number,
): Promise<Outcome | ApiError> {
  const [result] = await Promise.allSettled([outcome])
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  if (result.status === 'fulfilled') return result.value
  if (result.reason instanceof ApiError) return result.reason
  throw result.reason
}
