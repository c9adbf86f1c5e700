import { alertEndpoints, alertStatuses } from '@mi-portal/contract/alerts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { AlertsService } from './alerts.service.ts'

export function mountAlertsRoutes(app: FastifyInstance, alerts: AlertsService) {
  mount(app, alertEndpoints, {
    listPublic: async () => ({ alerts: await alerts.active() }),
    list: async ({ query }) =>
      query.catalogue === 'status' ? { statuses: [...alertStatuses] } : { alerts: await alerts.all() },
    one: async ({ params }) => ({ alert: await alerts.one(params.id) }),
    create: async ({ actor, body, origin }) => ({ alert: await alerts.create(actor, body, origin) }),
    edit: async ({ actor, params, body, origin }) => ({
      alert: await alerts.edit(actor, params.id, body, origin),
    }),
    enable: async ({ actor, params, body, origin }) => ({
      alert: await alerts.setActive(actor, params.id, true, body.updated_at, origin),
    }),
    disable: async ({ actor, params, body, origin }) => ({
      alert: await alerts.setActive(actor, params.id, false, body.updated_at, origin),
    }),
    remove: async ({ actor, body, origin }) => {
      await alerts.remove(actor, body.ids, origin)
      return {}
    },
    colors: async () => ({ colors: await alerts.colors() }),
    color: async ({ params }) => ({ color: await alerts.color(params.id) }),
  })
}
