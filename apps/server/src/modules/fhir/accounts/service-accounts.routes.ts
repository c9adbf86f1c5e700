import { serviceAccountEndpoints } from '@mi-portal/contract/fhir'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import type { ServiceAccountsService } from './service-accounts.service.ts'

export function mountServiceAccountsRoutes(app: FastifyInstance, accounts: ServiceAccountsService) {
  mount(app, serviceAccountEndpoints, {
    list: () => accounts.list(),
    create: ({ actor, body, origin }) => accounts.create(actor, body, origin),
    revoke: async ({ actor, params, origin }) => {
      await accounts.revoke(actor, params.id, origin)
      return {}
    },
  })
}
