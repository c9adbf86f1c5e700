import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { SessionService } from '../session/session.service.ts'
import { mountNotificationsRoutes } from './notifications.routes.ts'
import { createNotificationsService } from './notifications.service.ts'
import { createNotificationsStore } from './notifications.store.ts'

type NotificationsModuleDependencies = {
  readonly sessions: SessionService
  /** Milliseconds between two heartbeats of open event streams. */
  readonly heartbeatMs: number | undefined
}

export function createNotificationsModule(
  { config, db, clock }: Platform,
  { sessions, heartbeatMs }: NotificationsModuleDependencies,
) {
  const store = createNotificationsStore(db)
  const notifications = createNotificationsService({
    db,
    store,
    sessions,
    clock,
    ages: config.ages,
    heartbeatMs,
  })
  return { notifications, routes: (app: FastifyInstance) => mountNotificationsRoutes(app, notifications) }
}
