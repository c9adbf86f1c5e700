import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../../platform/composition/domain-event.ts'
import type { Platform } from '../../../platform/composition/module.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { AccountEnded } from '../../../platform/context/events.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import { createDelegationsJobs } from './delegations.jobs.ts'
import { delegationSamples } from './delegations.mails.ts'
import { mountDelegationsRoutes } from './delegations.routes.ts'
import { createDelegationsService } from './delegations.service.ts'
import * as delegationsSql from './delegations.sql.ts'

type DelegationsModuleDependencies = {
  readonly ctx: Context
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly accountDisabled: DomainEvent<AccountEnded>
}

export function createDelegationsModule(
  { db, rateLimiter, audit, clock }: Platform,
  { ctx, notifications, mail, accountClosed, accountDisabled }: DelegationsModuleDependencies,
) {
  const delegations = createDelegationsService({
    db,
    ctx,
    notifications,
    rateLimiter,
    audit,
    mail,
    clock,
  })
  // A locked account is one of them: access that another person gave from it must not come back when it is unlocked.
  for (const ended of [accountClosed, accountDisabled])
    ended.on((tx, { personId, at }) => delegationsSql.endAllOf(tx, personId, at))
  return {
    routes: (app: FastifyInstance) => mountDelegationsRoutes(app, delegations),
    jobs: createDelegationsJobs(delegations),
    mailSamples: delegationSamples,
  }
}
