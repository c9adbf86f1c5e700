import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { createSuperAdminsService } from '../users/super-admins.service.ts'
import { mountSetupRoutes } from './setup.routes.ts'
import { createSetupService } from './setup.service.ts'
import { createSetupTokenService } from './setup-token.service.ts'

type SetupModuleDependencies = {
  readonly ctx: Context

  /** Mails the link that verifies the address of an account. */
  readonly queueVerification: (tx: Queries, personId: number, email: string) => Promise<void>
}

/** Composes the first start of an installation. */
export function createSetupModule(
  { config, db, clock, passwords, audit, rateLimiter, branding }: Platform,
  { ctx, queueVerification }: SetupModuleDependencies,
) {
  const setup = createSetupService({
    db,
    tokens: createSetupTokenService({ db, clock }),
    ctx,
    superAdmins: createSuperAdminsService({
      db,
      passwords,
      audit,
      announcing: null,
      clock,
      branding,
    }),

    queueVerification,
    rateLimiter,
    publicUrl: config.publicUrl,
    isDemonstration: config.demo,
  })
  return { setup, routes: (app: FastifyInstance) => mountSetupRoutes(app, setup) }
}
