/** Challenges of sign-ins: after the right password, each has to be answered with a code before the session opens. */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Context } from '../../../platform/context/context.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { secondFactorLimits } from './second-factor.rules.ts'
import * as secondFactorSql from './second-factor.sql.ts'

export const deleteChallenges = secondFactorSql.deleteChallenges

export const closeChallenge = (tx: Queries, challenge: string) =>
  secondFactorSql.closeChallenge(tx, hashToken(challenge))

export async function createChallenge(
  ctx: Context,
  personId: number,
  keyHash: string | null,
): Promise<string> {
  const token = newToken()
  const now = ctx.clock.now()
  await ctx.db.run(secondFactorSql.putChallenge, {
    token_hash: hashToken(token),
    person_id: personId,
    temporary_key_hash: keyHash,
    now,
    expires_at: new Date(now.getTime() + secondFactorLimits.minutes * 60_000),
  })
  return token
}

export async function attemptChallenge(
  ctx: Context,
  challenge: string,
): Promise<{ personId: number; keyHash: string | null }> {
  const found = await findRow(ctx.db, secondFactorSql.tryChallenge, {
    token_hash: hashToken(challenge),
    now: ctx.clock.now(),
    most: secondFactorLimits.rateLimiter,
  })
  if (!found) throw new ApiError('challengeOver')
  return { personId: found.person_id, keyHash: found.temporary_key_hash }
}

export const purgeChallenges = (ctx: Context) => secondFactorSql.purge(ctx.db, ctx.clock.now())
