import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { PrivateItemsService } from './private-items.service.ts'

export function mountPrivateItemsRoutes(app: FastifyInstance, items: PrivateItemsService) {
  mount(app, privateItemEndpoints, {
    options: ({ actor }) => items.readOptions(actor),
    markExam: ({ actor, body }) =>
      items.markExam(actor, { id: body.attention_id, type: body.type }, body.is_private),
    markAppointment: ({ actor, body }) => items.markAppointment(actor, body.id_appointment, body.is_private),
  })
}
