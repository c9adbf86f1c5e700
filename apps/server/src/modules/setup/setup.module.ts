import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { SessionOpeningService } from '../session/sign-in/session-opening.service.ts'
import { createSuperAdminsService } from '../users/super-admins.service.ts'
import { mountSetupRoutes } from './setup.routes.ts'
import { createSetupService } from './setup.service.ts'
import { createSetupTokenService } from './setup-token.service.ts'

type SetupModuleDependencies = {
  readonly people: PeopleService
  readonly openSession: SessionOpeningService['openSession']
  /** Mails the link that verifies the address of an account. */
  readonly queueVerification: (tx: Queries, personId: number, email: string) => Promise<void>
}

/** Composes the first start of an installation. */
export function createSetupModule(
  { config, db, clock, passwords, audit, rateLimiter, branding }: Platform,
  { people, openSession, queueVerification }: SetupModuleDependencies,
) {
  const setup = createSetupService({
    db,
    tokens: createSetupTokenService({ db, clock }),
    people,
    superAdmins: createSuperAdminsService({
      db,
      accounts: people.accounts,
      passwords,
      audit,
      announcing: null,
      clock,
      branding,
    }),
    openSession,
    queueVerification,
    rateLimiter,
    publicUrl: config.publicUrl,
    isDemonstration: config.demo,
  })
  return { setup, routes: (app: FastifyInstance) => mountSetupRoutes(app, setup) }
}
