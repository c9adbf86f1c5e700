import { secondFactorEndpoints } from '@mi-portal/contract/second-factor'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import { deviceOf } from '../devices.rules.ts'
import type { SignInService } from '../sign-in/sign-in.service.ts'
import type { SecondFactorService } from './second-factor.service.ts'

export function mountSecondFactorRoutes(
  app: FastifyInstance,
  signIns: SignInService,
  secondFactor: SecondFactorService,
) {
  mount(app, secondFactorEndpoints, {
    answer: ({ body, request, origin }) =>
      signIns.answerSecondFactor(body, deviceOf(request.headers['user-agent'], origin.ip), origin),
    state: ({ actor }) => secondFactor.state(actor),
    begin: ({ actor, body, origin }) => secondFactor.begin(actor, body.code, origin),
    confirm: ({ actor, body, origin }) => secondFactor.confirm(actor, body.code, origin),
    renewCodes: ({ actor, body, origin }) => secondFactor.renewCodes(actor, body.code, origin),
    remove: async ({ actor, body, origin }) => {
      await secondFactor.remove(actor, body.code, origin)
      return {}
    },
  })
}
