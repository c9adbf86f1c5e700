import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { IdentityCheck } from '../../ports/identity-check.ts'
import type { AccountEnded } from '../people/people.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { identityJobs } from './identity.jobs.ts'
import { identityRoutes } from './identity.routes.ts'
import { identityService } from './identity.service.ts'
import { identityStore } from './identity.store.ts'

type IdentityModuleDependencies = {
  readonly check: IdentityCheck
  readonly registry: CivilRegistry
  readonly sessions: SessionService
  readonly accountClosed: DomainEvent<AccountEnded>
}

export function identityModule(
  { config, db, tries, addressCaps, audit, clock }: Platform,
  { check, registry, sessions, accountClosed }: IdentityModuleDependencies,
) {
  const store = identityStore(db)
  accountClosed.on((tx, { personId }) => store.forgetContact(tx, personId))
  const identity = identityService({
    store,
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
