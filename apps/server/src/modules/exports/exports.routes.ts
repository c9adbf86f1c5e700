import { exportEndpoints } from '@mi-portal/contract/exports'
import type { FastifyInstance } from 'fastify'
import { dispositionOf, uploadHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { ExportsService } from './exports.service.ts'

export function mountExportsRoutes(app: FastifyInstance, exports: ExportsService) {
  mount(app, exportEndpoints, {
    request: async ({ actor, patient }) => ({ export: await exports.requestExport(actor, patient) }),
    list: async ({ actor }) => ({ exports: await exports.list(actor) }),
    file: async ({ actor, params, origin, reply }) => {
      const file = await exports.download(actor, params.id, params.kind, origin)
      return reply
        .headers(uploadHeaders)
        .header('content-disposition', dispositionOf('attachment', file.name))
        .type(file.media_type)
        .send(file.content)
    },
  })
}
