import { ApiError } from '@mi-portal/contract/api-error'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import type { Bearer } from '../../../platform/security/bearer.ts'
import type { VisitsService } from './visits.service.ts'

export function mountVisitsRoutes(app: FastifyInstance, visits: VisitsService, bearer: Bearer) {
  mount(app, schedulingTokenEndpoints, {
    token: async ({ actor, origin, query: { patient_id } }) => {
      if (actor.rol === 'STANDART_ROLE' && patient_id === undefined) return bearer.make(actor.sessionId)
      if (actor.rol === 'STANDART_ROLE' || patient_id === undefined) throw new ApiError('forbidden')
      await visits.openPatient(actor, patient_id, origin)
      return bearer.makeStaff(actor.sessionId, patient_id)
    },
    visit: ({ body, origin }) => visits.visit(body.assertion, origin),
  })
}
