import type { FastifyInstance } from 'fastify'
import { createDomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { LegalService } from '../legal/legal.service.ts'
import { consentsRoutes } from './consents.routes.ts'
import { type ConsentWithdrawn, consentsService, type ReminderSettings } from './consents.service.ts'
import { consentsStore } from './consents.store.ts'

type ConsentsModuleDependencies = {
  readonly legal: LegalService
  readonly mail: MailQueue
  readonly reminders: ReminderSettings
}

export function consentsModule(
  { db, audit, clock }: Platform,
  { legal, mail, reminders }: ConsentsModuleDependencies,
) {
  const withdrawn = createDomainEvent<ConsentWithdrawn>()
  const store = consentsStore(db)
  const consents = consentsService({ db, store, legal, audit, mail, clock, reminders, withdrawn })
  return {
    consents,
    consentWithdrawn: withdrawn,
    routes: (app: FastifyInstance) => consentsRoutes(app, consents),
  }
}
