/** Challenges of sign-ins: after the right password, each has to be answered with a code before the session opens. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { Clock } from '../../../platform/clock.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { secondFactorLimits } from './second-factor.rules.ts'
import type { SecondFactorStore } from './second-factor.store.ts'

export function createChallengesService(store: SecondFactorStore, clock: Clock) {
  return {
    closeChallenge: (tx: Queries, challenge: string) => store.closeChallenge(tx, hashToken(challenge)),
    deleteChallenges: store.deleteChallenges,

    /**
     * Creates a challenge that must be answered with a code before the session opens. `keyHash` is the hash of the
     * temporary password used, or null.
     */
    challenge: async (personId: number, keyHash: string | null): Promise<string> => {
      const token = newToken()
      const now = clock.now()
      await store.putChallenge({
        token_hash: hashToken(token),
        person_id: personId,
        temporary_key_hash: keyHash,
        now,
        expires_at: new Date(now.getTime() + secondFactorLimits.minutes * 60_000),
      })
      return token
    },

    /**
     * Counts an attempt on a challenge and returns its owner. Throws 400 if the challenge is unknown, has expired or has
     * no attempts left.
     */
    attemptChallenge: async (challenge: string): Promise<{ personId: number; keyHash: string | null }> => {
      const found = await store.tryChallenge(
        hashToken(challenge),
        clock.now(),
        secondFactorLimits.rateLimiter,
      )
      if (!found) throw new ApiError('challengeOver')
      return { personId: found.person_id, keyHash: found.temporary_key_hash }
    },

    /** Removes expired challenges; returns how many. */
    purge: () => store.purge(clock.now()),
  }
}
