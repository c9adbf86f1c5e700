import { Failure } from '@mi-portal/contract/failure'

/** The outcome of a call, refusals included, that many milliseconds after it came. */
export async function settle<Outcome>(
  outcome: Promise<Outcome>,
  afterMs: number,
): Promise<Outcome | Failure> {
  const [result] = await Promise.allSettled([outcome])
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  if (result.status === 'fulfilled') return result.value
  if (result.reason instanceof Failure) return result.reason
  throw result.reason
}
