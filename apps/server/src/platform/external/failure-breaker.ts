/** A circuit breaker for an external system: after several failures in a row no request is sent for a while. */

/** The number of consecutive failures after which the circuit breaker opens. */
const failuresToOpen = 4

/** @param now the time in milliseconds @param rest how long the circuit breaker stays open, in milliseconds */
export function createFailureBreaker(now: () => number, rest: number) {
  let failures = 0
  let openUntil = 0
  return {
    /**
     * Returns the seconds until the next request may be sent, or null if one may be sent now. While the circuit breaker is open,
     * one request may pass as a probe each time its rest is over.
     */
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
