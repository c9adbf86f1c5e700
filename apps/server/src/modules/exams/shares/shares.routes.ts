import { examShareEndpoints } from '@mi-portal/contract/exam-shares'
import type { FastifyInstance } from 'fastify'
import { dispositionOf, documentHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { SharesService } from './shares.service.ts'

export function sharesRoutes(app: FastifyInstance, shares: SharesService) {
  mount(app, examShareEndpoints, {
    send: ({ actor, patient, params, body, origin }) => shares.send(actor, patient, params, body, origin),
    list: ({ actor, patient }) => shares.list(actor, patient),
    listOf: ({ actor, patient }) => shares.list(actor, patient),
    end: async ({ actor, params, origin }) => {
      await shares.end(actor, params.id, origin)
      return {}
    },
    open: ({ body, origin }) => shares.open(body.token, body.code, origin),
    file: async ({ params, origin, reply }) => {
      const file = await shares.file(params.key, origin)
      return reply
        .headers(documentHeaders)
        .header('content-disposition', dispositionOf('inline', file.name))
        .type('application/pdf')
        .send(file.content)
    },
  })
}
