import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded, ConfirmedChange } from '../../platform/context/events.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { RecordAccessService } from '../record-access/record-access.service.ts'
import { createAccountLocksService } from './account-locks.service.ts'
import { accountSecuritySamples } from './account-security.mails.ts'
import { mountAccountSecurityRoutes } from './account-security.routes.ts'
import { createResetCodesService } from './second-factor-resets/reset-codes.service.ts'

import { createSecondFactorResetsService } from './second-factor-resets/second-factor-resets.service.ts'
import { createSignInsService } from './sign-ins.service.ts'
import { createUseReportsService } from './use-reports.service.ts'

type AccountSecurityDependencies = {
  readonly ctx: Context
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly accountDisabled: DomainEvent<AccountEnded>
  readonly recordAccess: RecordAccessService
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly mail: MailQueue
}

export function createAccountSecurityModule(
  { config, db, ipRateLimits, rateLimiter, audit, clock }: Platform,
  dependencies: AccountSecurityDependencies,
) {
  const parts = { ...dependencies, db, ipRateLimits, rateLimiter, audit, clock }
  const reports = createUseReportsService(parts)
  const locks = createAccountLocksService(parts)
  const resets = createSecondFactorResetsService(parts)
  const resetCodes = createResetCodesService({
    ...parts,
    db,
    secrets: config.secrets,
  })
  for (const ended of [dependencies.accountClosed, dependencies.accountDisabled])
    ended.on((tx, { personId }) => resetCodes.forget(tx, personId))
  const signIns = createSignInsService(parts)
  return {
    locks,
    reportUnrecognizedUse: reports.reportUnrecognizedUse,
    routes: (app: FastifyInstance) =>
      mountAccountSecurityRoutes(app, { signIns, reports, locks, resets, resetCodes }),
    jobs: [
      {
        name: 'accountSecurity.purge',
        cron: '51 * * * *',
        run: async () => ({ resetCodes: await resetCodes.purge() }),
      },
    ],
    mailSamples: accountSecuritySamples,
  }
}
