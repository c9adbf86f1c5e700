import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { createAccessesService } from './accesses.service.ts'
import { createAccountClosingService } from './account-closing.service.ts'
import { createEmailVerificationsService } from './email-verification.service.ts'
import { createPasswordChangeService } from './password-change.service.ts'
import { createProfileJobs } from './profile.jobs.ts'
import { profileSamples } from './profile.mails.ts'
import { mountProfileRoutes } from './profile.routes.ts'
import { createProfileEditsService } from './profile-edits.service.ts'
import { createRecoveryService } from './recovery.service.ts'

type ProfileModuleDependencies = {
  readonly ctx: Context
  readonly accountClosed: DomainEvent<AccountEnded>

  readonly mail: MailQueue
}

export function createProfileModule(
  { config, branding, db, passwords, ipRateLimits, rateLimiter, audit, clock, logger }: Platform,
  dependencies: ProfileModuleDependencies,
) {
  const parts = {
    ...dependencies,
    db,
    passwords,
    ipRateLimits,
    rateLimiter,
    audit,
    clock,
    logger,
    branding,
  }
  const profile = {
    ...createProfileEditsService(parts),
    ...createEmailVerificationsService(parts),
    ...createPasswordChangeService(parts),
    ...createRecoveryService(parts),
    ...createAccountClosingService(parts),
    ...createAccessesService(parts),
  }
  return {
    queueVerification: profile.queueVerification,
    routes: (app: FastifyInstance) => mountProfileRoutes(app, profile),
    jobs: createProfileJobs(db, clock, config.keep.draftsDays),
    mailSamples: profileSamples,
  }
}
