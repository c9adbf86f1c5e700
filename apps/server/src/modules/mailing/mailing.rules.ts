/** When a message that did not leave is tried again, and when it is given up. */

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

// Together two and a half hours: long enough for a grey-listing server and for a relay that restarts.
const delays = [0.5, 1, 2, 5, 10, 30, 30, 30, 30].map((minutes) => minutes * minute)

/** Relays that are misconfigured for a moment say a lasting no too: it is believed the third time. */
const refusalsBelieved = 3

/** How long a message may wait for its server; what it tells is stale after that. */
export const staleAfter = 3 * day

/**
 * Milliseconds until the next try of a message that failed this often, or null when it is given up. While the server
 * is in trouble no message is given up: it may not be the message's fault.
 */
export function retryDelay(
  attempts: number,
  outcome: 'failed' | 'refused',
  serverInTrouble: boolean,
): number | null {
  const givenUp = attempts > delays.length || (outcome === 'refused' && attempts >= refusalsBelieved)
  if (givenUp && !serverInTrouble) return null
  return delays[Math.min(attempts, delays.length) - 1] ?? null
}

/** This many different messages failing one after another is the server's fault and not theirs. */
export const messagesInARow = 3

/** Milliseconds to wait before the server is tried again, after so many tries in vain. */
export function pauseAfter(triesInVain: number): number {
  return Math.min(15 * second, second * 2 ** Math.max(0, triesInVain - 1))
}
