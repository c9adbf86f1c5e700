import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { actionName } from '../audit/audit.rules.ts'
import { tellAction } from '../profile/profile.rules.ts'
import { breachSamples } from './breaches.mails.ts'
import { breachesRoutes } from './breaches.routes.ts'
import { breachesService } from './breaches.service.ts'
import { breachesStore } from './breaches.store.ts'

type BreachesModuleDependencies = {
  readonly mail: MailQueue
  /** Returns the id of the last sealed entry of the audit log. */
  readonly lastSealedId: () => Promise<number>
}

export function breachesModule(
  { config, db, audit, clock }: Platform,
  { mail, lastSealedId }: BreachesModuleDependencies,
) {
  const breaches = breachesService({
    db,
    store: breachesStore(db),
    mail,
    audit,
    clock,
    ages: config.ages,
    tellAction,
    nameAction: (name) => actionName(name, tellAction(name)),
    lastSealedId,
    house: config,
  })
  return { routes: (app: FastifyInstance) => breachesRoutes(app, breaches), mailSamples: breachSamples }
}
