import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { IdentityCheck } from '../../ports/identity-check.ts'
import type { SessionService } from '../session/session.service.ts'
import { identityJobs } from './identity.jobs.ts'
import { identityRoutes } from './identity.routes.ts'
import { identityService } from './identity.service.ts'
import { identityStore } from './identity.store.ts'

type IdentityModuleDependencies = {
  readonly check: IdentityCheck
  readonly registry: CivilRegistry
  readonly sessions: SessionService
}

export function identityModule(
  { config, db, tries, addressCaps, audit, clock }: Platform,
  { check, registry, sessions }: IdentityModuleDependencies,
) {
  const identity = identityService({
    store: identityStore(db),
    check,
    registry,
    staff: sessions.staffOf,
    tries,
    addressCaps,
    audit,
    clock,
    publicUrl: config.publicUrl,
    marksRight: config.demo,
  })
  return {
    identity,
    routes: (app: FastifyInstance) => identityRoutes(app, identity, config.publicUrl.startsWith('https:')),
    jobs: identityJobs(identity, clock, config.keep.draftsDays),
  }
}
