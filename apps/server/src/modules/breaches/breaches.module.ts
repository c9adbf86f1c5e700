import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { ReadLetterhead } from '../../ports/clinic.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { breachSamples } from './breaches.mails.ts'
import { mountBreachesRoutes } from './breaches.routes.ts'
import { createBreachesService } from './breaches.service.ts'

type BreachesModuleDependencies = {
  readonly mail: MailQueue
  readonly readLetterhead: ReadLetterhead
  /** Returns the id of the last sealed entry of the audit log. */
  readonly lastSealedId: () => Promise<number>
}

export function createBreachesModule(
  { config, branding, db, audit, clock }: Platform,
  { mail, readLetterhead, lastSealedId }: BreachesModuleDependencies,
) {
  const breaches = createBreachesService({
    db,
    mail,
    audit,
    clock,
    ages: config.ages,
    lastSealedId,
    branding,
    readLetterhead,
  })
  return { routes: (app: FastifyInstance) => mountBreachesRoutes(app, breaches), mailSamples: breachSamples }
}
