import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { alertsRoutes } from './alerts.routes.ts'
import { alertsService } from './alerts.service.ts'
import { alertsStore } from './alerts.store.ts'

export function alertsModule({ db, audit, clock }: Platform) {
  const alerts = alertsService({ db, store: alertsStore(db), audit, clock })
  return { alerts, routes: (app: FastifyInstance) => alertsRoutes(app, alerts) }
}
