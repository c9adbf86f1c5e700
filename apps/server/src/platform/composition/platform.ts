import type { CheckedForm } from '@mi-portal/contract/robot-check'
import { type Audit, createAudit } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Database, Queries } from '../database/database.ts'
import type { Logger } from '../logger.ts'
import type { Branding } from '../mail-layout.ts'
import type { Metrics } from '../metrics.ts'
import { createIpRateLimits, type IpRateLimits } from '../security/ip-rate-limits.ts'
import type { Passwords } from '../security/passwords.ts'
import { createRateLimiter, type RateLimiter } from '../security/rate-limiter.ts'

export type Platform = {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics | null
  readonly audit: Audit
  readonly passwords: Passwords
  readonly rateLimiter: RateLimiter
  readonly ipRateLimits: IpRateLimits
  readonly branding: Branding
}

export function createPlatform(
  parts: Omit<Platform, 'audit' | 'rateLimiter' | 'ipRateLimits'>,
  robotCheck: {
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
