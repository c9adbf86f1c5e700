/** Suspends passkeys on behalf of other domains, which decide, audit and notify. */

import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import * as passkeysSql from './passkeys.sql.ts'

export function createPasskeySuspensionService(_db: Database, clock: Clock) {
  return {
    /**
     * Suspends the passkeys that were added to an account since an instant, in the caller's transaction; returns how many. A
     * suspended passkey neither signs in nor confirms. It still counts as a second factor that the account has, so that the
     * password alone cannot set up another one.
     */
    suspendAddedSince: (tx: Queries, personId: number, since: Date): Promise<number> =>
      passkeysSql.suspendAddedSince(tx, personId, since, clock.now()),
  }
}

export type PasskeySuspensionService = ReturnType<typeof createPasskeySuspensionService>
