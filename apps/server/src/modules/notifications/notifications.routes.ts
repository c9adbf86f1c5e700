import { notificationEndpoints } from '@mi-portal/contract/notifications'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { NotificationsService } from './notifications.service.ts'

export function mountNotificationsRoutes(app: FastifyInstance, notifications: NotificationsService) {
  mount(app, notificationEndpoints, {
    list: ({ actor, query }) => notifications.list(actor.id, query),
    one: async ({ actor, params }) => ({ notification: await notifications.one(actor.id, params.id) }),
    read: async ({ actor, body }) => ({ unread: await notifications.read(actor.id, body.ids) }),
    stream: async ({ actor, reply }) => {
      const stream = await notifications.stream(actor)
      reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
      return stream
    },
  })
  app.addHook('preClose', async () => notifications.endStreams())
}
