import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { AfterChangesService } from './after-changes/after-changes.service.ts'
import type { ConfirmationsService } from './confirmations.service.ts'

export function mountConfirmationRoutes(
  app: FastifyInstance,
  confirmations: ConfirmationsService,
  afterChanges: Pick<AfterChangesService, 'list'>,
) {
  mount(app, confirmationEndpoints, {
    list: ({ actor, query, origin }) => confirmations.list(actor, query, origin),
    signIns: ({ actor, query, origin }) => afterChanges.list(actor, query, origin),
    confirm: async ({ actor, params, origin }) => {
      await confirmations.confirm(actor, params.id, origin)
      return {}
    },
    reject: async ({ actor, params, body, origin }) => {
      await confirmations.reject(actor, params.id, body.reason, origin)
      return {}
    },
    withdraw: async ({ actor, params, origin }) => {
      await confirmations.withdraw(actor, params.id, origin)
      return {}
    },
  })
}
