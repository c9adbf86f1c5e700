import { reminderEndpoints } from '@mi-portal/contract/booking/reminders'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import type { RemindersService } from './reminders.service.ts'

export function mountRemindersRoutes(app: FastifyInstance, reminders: RemindersService) {
  mount(app, reminderEndpoints, {
    off: async ({ body }) => {
      await reminders.turnOff(body.token)
      return {}
    },
  })
}
