import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { ConfirmationsService } from './confirmations.service.ts'

export function mountConfirmationRoutes(app: FastifyInstance, confirmations: ConfirmationsService) {
  mount(app, confirmationEndpoints, {
    list: ({ actor, query, origin }) => confirmations.list(actor, query, origin),
    confirm: async ({ actor, params, origin }) => {
      await confirmations.confirm(actor, params.id, origin)
      return {}
    },
    reject: async ({ actor, params, origin }) => {
      await confirmations.reject(actor, params.id, origin)
      return {}
    },
  })
}
