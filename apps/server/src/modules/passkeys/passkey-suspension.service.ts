/** Suspends passkeys on behalf of other domains, which decide, audit and notify. */
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { PasskeysStore } from './passkeys.store.ts'

export function createPasskeySuspensionService(store: PasskeysStore, clock: Clock) {
  return {
    /**
     * Suspends the passkeys that were added to an account since an instant, in the caller's transaction; returns how many. A
     * suspended passkey neither signs in nor confirms. It still counts as a second factor that the account has, so that the
     * password alone cannot set up another one.
     */
    suspendAddedSince: (tx: Queries, personId: number, since: Date): Promise<number> =>
      store.suspendAddedSince(tx, personId, since, clock.now()),
  }
}

export type PasskeySuspensionService = ReturnType<typeof createPasskeySuspensionService>
