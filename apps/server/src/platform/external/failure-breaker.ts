/** A circuit breaker for an external system: after several failures in a row no request is sent for a while. */

const failuresToOpen = 4

/** @param now the time in milliseconds @param rest how long the circuit breaker stays open, in milliseconds */
export function createFailureBreaker(now: () => number, rest: number) {
  let failures = 0
  let openUntil = 0
  return {
    /** Returns the seconds until the next request, or null for now. An open breaker lets one pass as a probe after each rest. */
    secondsToWait: (): number | null => {
      if (failures < failuresToOpen) return null
      if (now() < openUntil) return (openUntil - now()) / 1000
      openUntil = now() + rest
      return null
    },
    succeeded: (): void => {
      failures = 0
    },
    failed: (): void => {
      failures += 1
      if (failures >= failuresToOpen) openUntil = now() + rest
    },
  }
}
