import type { CheckedForm } from '@mi-portal/contract/robot-check'
import { createAudit } from '../audit.ts'
import type { Queries } from '../database/database.ts'
import { createIpRateLimits } from '../security/ip-rate-limits.ts'
import { createRateLimiter } from '../security/rate-limiter.ts'
import type { Platform } from './module.ts'

/** Adds the audit log and the rate limits to the parts that the process opened at its start. */
export function createPlatform(
  parts: Omit<Platform, 'audit' | 'rateLimiter' | 'ipRateLimits'>,
  robotCheck: {
    /** Consumes the solution of a robot check. Returns whether it was valid. */
    readonly consume: (queries: Queries, form: CheckedForm, solution: string) => Promise<boolean>
  },
): Platform {
  const { config, db, clock } = parts
  const rateLimiter = createRateLimiter(db, clock, config.limitsFactor, config.ownLimits)
  const ipRateLimits = createIpRateLimits(rateLimiter, (form, solution) =>
    robotCheck.consume(db, form, solution),
  )
  return { ...parts, audit: createAudit(db, clock), rateLimiter, ipRateLimits }
}
