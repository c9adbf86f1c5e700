import { schedulingTokenEndpoints } from '@mi-portal/contract/booking'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import type { VisitsService } from './visits.service.ts'

export function visitsRoutes(app: FastifyInstance, visits: VisitsService) {
  mount(app, schedulingTokenEndpoints, { visit: ({ body, origin }) => visits.visit(body.assertion, origin) })
}
