import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { createApplicationStatesService } from './application-states.service.ts'
import { createApplicationsJobs } from './applications.jobs.ts'
import { applicationSamples } from './applications.mails.ts'
import { mountApplicationsRoutes } from './applications.routes.ts'
import { createApplicationsService } from './applications.service.ts'
import * as applicationsSql from './applications.sql.ts'

type ApplicationsModuleDependencies = {
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly accountDisabled: DomainEvent<AccountEnded>

  readonly ctx: Context
  readonly publicClinic: () => PublicClinic
  readonly mail: MailQueue
}

export function createApplicationsModule(
  { config, db, rateLimiter, audit, clock }: Platform,
  { accountClosed, accountDisabled, ...services }: ApplicationsModuleDependencies,
) {
  const applications = createApplicationsService({ ...services, db, clock })
  const { secrets } = config
  const applicationStates = createApplicationStatesService({ db, rateLimiter, audit, clock, secrets })
  accountClosed.on(async (tx, { personId }) => {
    await applications.forget(tx, personId)
    await applicationsSql.forgetLinks(tx, personId)
  })
  // Disabling an account that waits denies its application. The application of a locked account still waits for the decision of staff.
  accountDisabled.on(async (tx, { personId, cause }) => {
    if (cause === 'disabled') await applications.deny(tx, personId)
  })
  return {
    applications,
    applicationStates,
    routes: (app: FastifyInstance) => mountApplicationsRoutes(app, applicationStates),
    jobs: createApplicationsJobs(applicationStates, clock, config.keep.passportDays),
    mailSamples: applicationSamples,
  }
}
