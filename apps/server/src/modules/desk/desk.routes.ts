import { deskEndpoints } from '@mi-portal/contract/desk'
import type { FastifyInstance } from 'fastify'
import { dispositionOf, uploadHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { DeskService } from './desk.service.ts'

export function mountDeskRoutes(app: FastifyInstance, desk: DeskService) {
  mount(app, deskEndpoints, {
    tray: ({ actor, query, origin }) => desk.tray(actor, query, origin),
    file: async ({ actor, params, origin, reply }) => {
      const file = await desk.openFile(actor, params.file_id, origin)
      return reply
        .headers(uploadHeaders)
        .header('content-disposition', dispositionOf('attachment', file.name))
        .type(file.media_type)
        .send(file.content)
    },
    open: async ({ actor, params, origin }) => ({ request: await desk.open(actor, params, origin) }),
    answer: async ({ actor, params, form, files, origin }) => {
      await desk.answer(actor, params, form.answer, files, origin)
      return {}
    },
    extend: async ({ actor, params, body, origin }) => ({
      due_at: await desk.extend(actor, params.id, body.reason, origin),
    }),
  })
}
