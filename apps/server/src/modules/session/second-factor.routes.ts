import { secondFactorEndpoints } from '@mi-portal/contract/second-factor'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import { deviceOf } from './devices.rules.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import type { SessionService } from './session.service.ts'

export function secondFactorRoutes(
  app: FastifyInstance,
  sessions: SessionService,
  secondFactor: SecondFactorService,
) {
  mount(app, secondFactorEndpoints, {
    answer: ({ body, request, origin }) =>
      sessions.answerSecondFactor(body, deviceOf(request.headers['user-agent'], origin.ip), origin),
    state: ({ actor }) => secondFactor.state(actor),
    begin: ({ actor, body, origin }) => secondFactor.begin(actor, body.code, origin),
    confirm: ({ actor, body, origin }) => secondFactor.confirm(actor, body.code, origin),
    remove: async ({ actor, body, origin }) => {
      await secondFactor.remove(actor, body.code, origin)
      return {}
    },
  })
}
