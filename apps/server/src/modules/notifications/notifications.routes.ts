import { notificationEndpoints } from '@mi-portal/contract/notifications'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { NotificationsService } from './notifications.service.ts'

export function notificationsRoutes(app: FastifyInstance, notifications: NotificationsService) {
  mount(app, notificationEndpoints, {
    list: ({ actor, query }) => notifications.list(actor.id, query),
    read: async ({ actor, body }) => ({ unread: await notifications.read(actor.id, body.ids) }),
  })
}
