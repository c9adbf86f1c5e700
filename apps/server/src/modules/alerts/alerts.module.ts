import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { mountAlertsRoutes } from './alerts.routes.ts'
import { createAlertsService } from './alerts.service.ts'
import { createAlertsStore } from './alerts.store.ts'

export function createAlertsModule({ db, audit, clock }: Platform) {
  const alerts = createAlertsService({ db, store: createAlertsStore(db), audit, clock })
  return { alerts, routes: (app: FastifyInstance) => mountAlertsRoutes(app, alerts) }
}
