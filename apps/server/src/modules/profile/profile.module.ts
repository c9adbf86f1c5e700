import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { AccountLinksService } from '../session/account-links/account-links.service.ts'
import type { SessionService } from '../session/session.service.ts'
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
  readonly people: PeopleService
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly links: Pick<AccountLinksService, 'createReportLink'>
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
    jobs: createProfileJobs(dependencies.people.accounts, clock, config.keep.draftsDays),
    mailSamples: profileSamples,
  }
}
