import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailSample } from '../../platform/mail-layout.ts'
import { mailSealer } from '../../platform/security/seal.ts'
import type { MailCalendar, MailOutcome, MailQueue, MailTransport } from '../../ports/mail.ts'
import { mailTestsRoutes } from './mail-tests.routes.ts'
import { mailTestsService } from './mail-tests.service.ts'
import { mailDelivery, mailingJobs } from './mailing.jobs.ts'
import { devMailRoutes } from './mailing.routes.ts'
import { mailingService } from './mailing.service.ts'
import { mailingStore } from './mailing.store.ts'

type MailingModuleDependencies = {
  /** Null without a mail server: messages then stay in the outbox. */
  readonly transport: MailTransport | null
  readonly calendarOf: (appointmentId: number) => Promise<MailCalendar | null>
}

export function mailingModule(
  { config, db, clock, logger, metrics }: Platform,
  { transport, calendarOf }: MailingModuleDependencies,
) {
  const store = mailingStore(db, mailSealer(config.secrets))
  const onOutcome = (outcome: MailOutcome['result']) => metrics?.mail(outcome)
  const delivery = transport && mailDelivery({ store, transport, clock, logger, calendarOf, onOutcome })
  const mail = mailingService({
    store,
    clock,
    logger,
    house: config,
    from: config.mailFrom,
    nudge: delivery?.nudge ?? (() => {}),
  })
  return {
    mail,
    delivery,
    outboxDepth: store.depth,
    jobs: mailingJobs(store, clock, config.keep),
    routes: (app: FastifyInstance) => {
      if (config.demo && !config.demoPublic) devMailRoutes(app, store)
    },
  }
}

type MailTestsModuleDependencies = {
  readonly mail: MailQueue
  readonly samples: readonly MailSample[]
}

/** The test mails of the administration. It needs the samples of all other modules, so it is composed last. */
export function mailTestsModule(
  { config, db, tries, audit }: Platform,
  { mail, samples }: MailTestsModuleDependencies,
) {
  const mailTests = mailTestsService({ db, samples, mail, tries, audit, house: config })
  return { routes: (app: FastifyInstance) => mailTestsRoutes(app, mailTests) }
}
