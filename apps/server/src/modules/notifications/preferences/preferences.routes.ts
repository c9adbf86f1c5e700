import { notificationPreferenceEndpoints } from '@mi-portal/contract/notifications/preferences'
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import { deviceOf } from '../../session/devices.rules.ts'
import type { PushSubscriptionsService } from '../push/push-subscriptions.service.ts'
import type { PreferencesService } from './preferences.service.ts'

export function mountPreferencesRoutes(
  app: FastifyInstance,
  preferences: PreferencesService,
  subscriptions: PushSubscriptionsService,
) {
  mount(app, notificationPreferenceEndpoints, {
    get: ({ actor }) => preferences.get(actor),
    choose: async ({ actor, body, origin }) => {
      await preferences.choose(actor, body, origin)
      return {}
    },
    set: async ({ actor, body, origin }) => {
      await preferences.set(actor, body, origin)
      return {}
    },
  })
  mount(app, pushEndpoints, {
    subscribe: async ({ actor, body, origin, request }) => {
      const { words } = deviceOf(request.headers['user-agent'], origin.ip)
      return { id: await subscriptions.subscribe(actor, body, words, origin) }
    },
    renew: async ({ actor, body }) => ({ is_known: await subscriptions.renew(actor, body.endpoint) }),
    remove: async ({ actor, params, origin }) => {
      await subscriptions.remove(actor, params.id, origin)
      return {}
    },
  })
}
