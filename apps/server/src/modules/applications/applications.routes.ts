import { applicationEndpoints } from '@mi-portal/contract/applications'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { ApplicationStatesService } from './application-states.service.ts'

export function mountApplicationsRoutes(app: FastifyInstance, states: ApplicationStatesService) {
  mount(app, applicationEndpoints, {
    state: async ({ params }) => ({ application: await states.find(params.key) }),
    createCode: ({ params, origin }) => states.createCode(params.key, origin),
  })
}
