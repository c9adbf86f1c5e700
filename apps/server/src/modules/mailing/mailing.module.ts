import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailSample } from '../../platform/mail-layout.ts'
import { mailSealer } from '../../platform/security/seal.ts'
import type { MailCalendar, MailOutcome, MailQueue, MailSender, MailTransport } from '../../ports/mail.ts'
import { mountMailTestsRoutes } from './mail-tests.routes.ts'
import { createMailTestsService } from './mail-tests.service.ts'
import { createMailDelivery, createMailingJobs } from './mailing.jobs.ts'
import { mailingSamples } from './mailing.mails.ts'
import { mountDevMailRoutes } from './mailing.routes.ts'
import { createMailingService } from './mailing.service.ts'
import { createMailingStore } from './mailing.store.ts'

type MailingModuleDependencies = {
  /** Null without a mail server: messages then stay in the outbox. */
  readonly transport: MailTransport | null
  /** Returns the sender of mails. */
  readonly sender: () => MailSender
  readonly calendarOf: (appointmentId: number) => Promise<MailCalendar | null>
  /** Returns whether a notification is unread and its recipient may see it now. */
  readonly isNotificationPending: (notificationId: number) => Promise<boolean>
}

export function createMailingModule(
  { config, branding, db, clock, logger, metrics }: Platform,
  { transport, calendarOf, isNotificationPending, sender }: MailingModuleDependencies,
) {
  const store = createMailingStore(db, mailSealer(config.secrets), config.ages)
  const onOutcome = (outcome: MailOutcome['result']) => metrics?.mail(outcome)
  const sending = { store, clock, logger, calendarOf, isNotificationPending, onOutcome }
  const delivery = transport && createMailDelivery({ ...sending, transport })
  const mail = createMailingService({
    store,
    clock,
    logger,
    branding,
    sender,
    hasServer: delivery !== null || config.demo,
    trigger: delivery?.trigger ?? (() => {}),
  })
  return {
    mail,
    delivery,
    outboxDepth: store.depth,
    jobs: createMailingJobs(store, clock, config.keep),
    routes: (app: FastifyInstance) => {
      if (config.demo && !config.demoPublic) mountDevMailRoutes(app, store)
    },
    mailSamples: mailingSamples,
  }
}

type MailTestsModuleDependencies = {
  readonly mail: MailQueue
  readonly samples: readonly MailSample[]
}

/** The test mails of the administration. It needs the samples of all other modules, so it is composed last. */
export function createMailTestsModule(
  { branding, db, rateLimiter, audit }: Platform,
  { mail, samples }: MailTestsModuleDependencies,
) {
  const mailTests = createMailTestsService({ db, samples, mail, rateLimiter, audit, branding })
  return { routes: (app: FastifyInstance) => mountMailTestsRoutes(app, mailTests) }
}
