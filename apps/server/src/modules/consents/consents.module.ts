import type { FastifyInstance } from 'fastify'
import { createDomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { LegalService } from '../legal/legal.service.ts'
import { mountConsentsRoutes } from './consents.routes.ts'
import { type ConsentWithdrawn, createConsentsService, type ReminderSettings } from './consents.service.ts'

type ConsentsModuleDependencies = {
  readonly legal: LegalService
  readonly mail: MailQueue
  readonly reminders: ReminderSettings
}

export function createConsentsModule(
  { db, audit, clock }: Platform,
  { legal, mail, reminders }: ConsentsModuleDependencies,
) {
  const withdrawn = createDomainEvent<ConsentWithdrawn>()

  const consents = createConsentsService({ db, legal, audit, mail, clock, reminders, withdrawn })
  return {
    consents,
    consentWithdrawn: withdrawn,
    routes: (app: FastifyInstance) => mountConsentsRoutes(app, consents),
  }
}
