import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { SessionService } from '../session/session.service.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { notificationsService } from './notifications.service.ts'
import { notificationsStore } from './notifications.store.ts'

type NotificationsModuleDependencies = {
  readonly sessions: SessionService
  /** Milliseconds between two heartbeats of open event streams. */
  readonly pulse: number | undefined
}

export function notificationsModule(
  { config, db, clock }: Platform,
  { sessions, pulse }: NotificationsModuleDependencies,
) {
  const store = notificationsStore(db)
  const notifications = notificationsService({ db, store, sessions, clock, ages: config.ages, pulse })
  return { notifications, routes: (app: FastifyInstance) => notificationsRoutes(app, notifications) }
}
