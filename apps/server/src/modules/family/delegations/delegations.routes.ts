import { delegationEndpoints } from '@mi-portal/contract/family/delegations'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import type { DelegationsService } from './delegations.service.ts'

export function mountDelegationsRoutes(app: FastifyInstance, delegations: DelegationsService) {
  mount(app, delegationEndpoints, {
    list: ({ actor }) => delegations.list(actor),
    give: async ({ actor, body, origin }) => {
      await delegations.give(actor, body, origin)
      return {}
    },
    accept: async ({ actor, params, origin }) => ({
      expires_at: (await delegations.accept(actor, params.id, origin)).toISOString(),
    }),
    decline: async ({ actor, params, origin }) => {
      await delegations.decline(actor, params.id, origin)
      return {}
    },
    renew: async ({ actor, params, origin }) => ({
      expires_at: (await delegations.renew(actor, params.id, origin)).toISOString(),
    }),
    end: async ({ actor, params, origin }) => {
      await delegations.end(actor, params.id, origin)
      return {}
    },
  })
}
