import { backOff } from '../../platform/queue/back-off.rules.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

// Two and a half hours in all: long enough for a grey-listing server and for a relay that restarts.
const delays = [0.5, 1, 2, 5, 10, 30, 30, 30, 30].map((minutes) => minutes * minute)

/** A relay that is briefly misconfigured also rejects permanently, so a message is given up only at the third rejection. */
const maxRejections = 3

/** How long a message may wait for its server. After that its content is outdated. */
export const staleAfter = 3 * day

/**
 * Returns the milliseconds until the next attempt of a message that failed this often, or null when it is given up.
 * While the server is in trouble no message is given up, because the message may not be the cause.
 */
export function retryDelay(
  attempts: number,
  outcome: 'failed' | 'refused',
  serverInTrouble: boolean,
): number | null {
  const givenUp = attempts > delays.length || (outcome === 'refused' && attempts >= maxRejections)
  if (givenUp && !serverInTrouble) return null
  return delays[Math.min(attempts, delays.length) - 1] ?? null
}

/** When this many different messages fail one after another, the server is considered the cause. */
export const messagesInARow = 3

export const pauseAfter = (failedAttempts: number) =>
  backOff(failedAttempts, { first: second, longest: 15 * second })
