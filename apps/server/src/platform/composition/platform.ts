import { createAudit } from '../audit.ts'
import { createIpRateLimits } from '../security/ip-rate-limits.ts'
import { createRateLimiter } from '../security/rate-limiter.ts'
import type { Platform } from './module.ts'

/**
 * Adds the audit log and the rate limits to the parts that the process opened at its start. `consumeSolution` returns whether the
 * solution of a robot check was valid.
 */
export function createPlatform(
  parts: Omit<Platform, 'audit' | 'rateLimiter' | 'ipRateLimits'>,
  consumeSolution: Parameters<typeof createIpRateLimits>[1],
): Platform {
  const { config, db, clock } = parts
  const rateLimiter = createRateLimiter(db, clock, config.limitsFactor, config.ownLimits)
  const ipRateLimits = createIpRateLimits(rateLimiter, consumeSolution)
  return { ...parts, audit: createAudit(db, clock), rateLimiter, ipRateLimits }
}
