import { deskRequestEndpoints } from '@mi-portal/contract/desk-requests'
import type { FastifyInstance } from 'fastify'
import { dispositionOf, uploadHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { DeskRequestsService } from './desk-requests.service.ts'

export function mountDeskRequestsRoutes(app: FastifyInstance, requests: DeskRequestsService) {
  mount(app, deskRequestEndpoints, {
    file: async ({ actor, params, origin, reply }) => {
      const file = await requests.openFile(actor, params.file_id, origin)
      return reply
        .headers(uploadHeaders)
        .header('content-disposition', dispositionOf('attachment', file.name))
        .type(file.media_type)
        .send(file.content)
    },
  })
}
