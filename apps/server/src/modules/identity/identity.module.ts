import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { IdentityChecks } from '../../ports/identity-check.ts'
import { recordDeath } from '../people/record-deaths.ts'
import { findStaffOfToken } from '../session/use-sessions.ts'
import { createIdentityJobs } from './identity.jobs.ts'
import { mountIdentityRoutes } from './identity.routes.ts'
import { createIdentityService } from './identity.service.ts'
import * as identitySql from './identity.sql.ts'

type IdentityModuleDependencies = {
  readonly identityChecks: IdentityChecks
  readonly registry: CivilRegistry

  readonly ctx: Context
  readonly accountClosed: DomainEvent<AccountEnded>
}

export function createIdentityModule(
  { config, db, rateLimiter, ipRateLimits, audit, clock }: Platform,
  { identityChecks, registry, ctx, accountClosed }: IdentityModuleDependencies,
) {
  accountClosed.on((tx, { personId }) => identitySql.forgetContact(tx, personId))
  const identity = createIdentityService({
    db,
    checks: identityChecks,
    registry,
    recordDeath: (personId, run, on) =>
      db.transaction(async (tx) => {
        await recordDeath(ctx, tx, { personId, on, source: 'registry', actor: null, origin: null })
        await registry.markDeathRecorded(tx, run)
      }),
    staff: (one, two) => findStaffOfToken(ctx, one, two),
    rateLimiter,
    ipRateLimits,
    audit,
    clock,
    publicUrl: config.publicUrl,
    marksRight: config.demo,
  })
  return {
    identity,
    routes: (app: FastifyInstance) =>
      mountIdentityRoutes(app, identity, config.publicUrl.startsWith('https:')),
    jobs: createIdentityJobs(identity, registry, clock, config.keep.draftsDays),
  }
}
