import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import type { Matter } from '@mi-portal/contract/desk'
import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { requestSamples } from './desk-requests.mails.ts'
import { mountDeskRequestsRoutes } from './desk-requests.routes.ts'
import { createDeskRequestsService } from './desk-requests.service.ts'
import * as deskRequestsSql from './desk-requests.sql.ts'

type DeskRequestsModuleDependencies = {
  readonly files: FileStore

  readonly ctx: Context
  readonly notifications: NotificationsService
  readonly publicClinic: () => PublicClinic
  readonly mail: MailQueue
  readonly accountClosed: DomainEvent<AccountEnded>
  /** The mailboxes of the departments. */
  readonly mailboxes: Readonly<Record<Matter, string>>
}

export function createDeskRequestsModule(
  { db, rateLimiter, audit, clock }: Platform,
  dependencies: DeskRequestsModuleDependencies,
) {
  const deskRequests = createDeskRequestsService({
    ...dependencies,
    db,
    rateLimiter,
    audit,
    clock,
  })
  dependencies.accountClosed.on((tx, { personId }) => deskRequestsSql.forgetRead(tx, personId))
  return {
    deskRequests,
    routes: (app: FastifyInstance) => mountDeskRequestsRoutes(app, deskRequests),
    mailSamples: requestSamples,
  }
}
