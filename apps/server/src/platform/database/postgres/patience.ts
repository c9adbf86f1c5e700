/** How long one call may wait for connections altogether, however many statements it needs. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds; with a wait for a lock after it a call still answers within three seconds. */
export const callPatience = 2000

type Patience = { left: number }

const calls = new AsyncLocalStorage<Patience>()

/** Runs what answers one call. */
export function asOneCall<T>(work: () => T): T {
  return calls.run({ left: callPatience }, work)
}

/** That of the call in which this runs; null in a job, which has time. */
export function patienceOfCall(): Patience | null {
  return calls.getStore() ?? null
}
