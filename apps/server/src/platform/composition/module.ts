/** How a module is composed: the platform that it takes, and the parts that it adds to the server. */
import type { FastifyInstance } from 'fastify'
import type { Audit } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { PeriodicJob } from '../jobs.ts'
import type { Logger } from '../logger.ts'
import type { Branding, MailSample } from '../mail-layout.ts'
import type { Metrics } from '../metrics.ts'
import type { Queue } from '../queue/queue.ts'
import type { IpRateLimits } from '../security/ip-rate-limits.ts'
import type { Passwords } from '../security/passwords.ts'
import type { RateLimiter } from '../security/rate-limiter.ts'

/** The parts of the platform that every module may use. A module takes only those that it needs. */
export type Platform = {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  /** Null if metrics are switched off. */
  readonly metrics: Metrics | null
  readonly audit: Audit
  readonly passwords: Passwords
  readonly rateLimiter: RateLimiter
  readonly ipRateLimits: IpRateLimits
  readonly branding: Branding
}

/** The parts that a module adds to the server. A module returns its services for other modules beside them. */
export type Module = {
  /** Mounts the endpoints of the module. */
  readonly routes?: (app: FastifyInstance) => void
  readonly jobs?: readonly PeriodicJob[]
  readonly queues?: readonly Queue[]
  /** The mails of the module, filled with synthetic data. */
  readonly mailSamples?: readonly MailSample[]
}
