import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import type { Origin, Service } from '../../../platform/http/actor.ts'
import { callerNetwork, createRateLimiter, limits } from '../../../platform/security/rate-limiter.ts'
import { hashToken } from '../../../platform/security/tokens.ts'
import { findAccountOfSecret, markUsed } from './service-accounts.sql.ts'

/** Other systems wait longer for the database than people do. */
const createServiceRateLimiter = ({ db, clock, config }: Context) =>
  createRateLimiter(db.withLongLimits, clock, config.limitsFactor, config.ownLimits)

/**
 * Finds the account of a secret. A right secret works even after many wrong ones from the same IP address. Throws 401 for an unknown,
 * revoked or expired secret, 403 from a network that is not the account's, and 429 after too many wrong secrets or calls.
 */
export async function admitService(
  ctx: Context,
  secret: string | undefined,
  origin: Origin,
): Promise<Service> {
  const { clock, auditLog } = ctx
  const db = ctx.db.withLongLimits
  const rateLimiter = ctx.inMemory(createServiceRateLimiter)
  const now = clock.now()
  const account =
    secret === undefined
      ? null
      : await findRow(db, findAccountOfSecret, { secret_hash: hashToken(secret), now, ip: origin.ip })
  if (account === null) {
    const misses = await rateLimiter.consume(limits.serviceSecret, callerNetwork(origin.ip))
    if (misses.over) throw new ApiError('tooMany', { retryAfter: misses.retryAfter })
    throw new ApiError('noServiceAccount')
  }
  const { id, scopes, identifier_systems: identifierSystems } = account
  if (!account.from_its_network) {
    await auditLog.record({
      actorId: null,
      actorRole: 'service',
      action: 'serviceAccounts.use',
      patientId: null,
      object: `account=${id}`,
      outcome: 'refused',
      origin,
    })
    throw new ApiError('forbidden', { msg: 'Esta cuenta de servicio no puede usarse desde esta red' })
  }
  await rateLimiter.consumeEach([limits.serviceCall], String(id))
  await db.run(markUsed, { id, now })
  return { id, scopes, identifierSystems }
}
