import { needsOperator } from './fatal-error.ts'

/** Repeats a failed `work` once, unless the operator must act first. `work` must leave nothing half done when it fails. */
export async function attemptTwice<T>(
  work: () => Promise<T>,
  onFailure: (error: unknown) => void,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (needsOperator(error)) throw error
    onFailure(error)
    return work()
  }
}
