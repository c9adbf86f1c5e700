import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import type { Bearer } from '../../../platform/security/bearer.ts'
import type { VisitsService } from './visits.service.ts'

export function mountVisitsRoutes(app: FastifyInstance, visits: VisitsService, bearer: Bearer) {
  mount(app, schedulingTokenEndpoints, {
    token: async ({ actor }) => bearer.make(actor.sessionId),
    visit: ({ body, origin }) => visits.visit(body.assertion, origin),
  })
}
