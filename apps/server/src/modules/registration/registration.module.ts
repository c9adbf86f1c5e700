import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import type { IdentityProofs } from '../../ports/identity-check.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { createRegistrationJobs } from './registration.jobs.ts'
import { registrationSamples } from './registration.mails.ts'
import { mountRegistrationRoutes } from './registration.routes.ts'
import { createRegistrationService } from './registration.service.ts'
import * as registrationSql from './registration.sql.ts'

type RegistrationModuleDependencies = {
  readonly accountClosed: DomainEvent<AccountEnded>

  readonly identity: { readonly proofs: IdentityProofs }
  readonly ctx: Context

  readonly mail: MailQueue
}

export function createRegistrationModule(
  { config, branding, db, passwords, rateLimiter, ipRateLimits, audit, clock }: Platform,
  { identity, accountClosed, ...services }: RegistrationModuleDependencies,
) {
  accountClosed.on((tx, { personId }) => registrationSql.forgetDrafts(tx, personId))
  const registration = createRegistrationService({
    ...services,
    db,
    identity: identity.proofs,
    passwords,
    rateLimiter,
    ipRateLimits,
    audit,
    clock,
    ages: config.ages,
    branding,
  })
  return {
    routes: (app: FastifyInstance) => mountRegistrationRoutes(app, registration),
    jobs: createRegistrationJobs(registration, clock, config.keep.draftsDays),
    mailSamples: registrationSamples,
  }
}
