import { alertEndpoints } from '@mi-portal/contract/alerts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { AlertsStore } from './alerts.store.ts'

export function alertsRoutes(app: FastifyInstance, alerts: AlertsStore) {
  mount(app, alertEndpoints, {
    listPublic: async () => ({ alerts: await alerts.listActive() }),
  })
}
