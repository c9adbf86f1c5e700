import { examShareEndpoints } from '@mi-portal/contract/exam-shares'
import type { FastifyInstance } from 'fastify'
import { dispositionOf, documentHeaders } from '../../../platform/http/headers.ts'
import { mount } from '../../../platform/http/mount.ts'
import type { OpenedSharesService } from './opened-shares.service.ts'
import type { ShareSendingService } from './share-sending.service.ts'
import type { SharesService } from './shares.service.ts'

type ShareServices = SharesService & ShareSendingService & OpenedSharesService

export function mountSharesRoutes(app: FastifyInstance, shares: ShareServices) {
  mount(app, examShareEndpoints, {
    send: ({ actor, patient, params, body, origin }) =>
      shares.sendShare(actor, patient, params, body, origin),
    list: ({ actor, patient }) => shares.listShares(actor, patient),
    listOf: ({ actor, patient }) => shares.listShares(actor, patient),
    end: async ({ actor, params, origin }) => {
      await shares.endShare(actor, params.id, origin)
      return {}
    },
    open: ({ body, origin }) => shares.openShare(body.token, body.code, origin),
    file: async ({ params, origin, reply }) => {
      const file = await shares.readFile(params.key, origin)
      return reply
        .headers(documentHeaders)
        .header('content-disposition', dispositionOf('inline', file.name))
        .type('application/pdf')
        .send(file.content)
    },
  })
}
