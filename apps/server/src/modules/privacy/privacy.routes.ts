import { privacyEndpoints } from '@mi-portal/contract/privacy'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { PrivacyService } from './privacy.service.ts'

export function mountPrivacyRoutes(app: FastifyInstance, privacy: PrivacyService) {
  mount(app, privacyEndpoints, {
    request: async ({ actor, body, origin }) => ({
      request: await privacy.requestRight(actor, body, origin),
    }),
    list: ({ actor, query }) => privacy.list(actor, query),
  })
}
