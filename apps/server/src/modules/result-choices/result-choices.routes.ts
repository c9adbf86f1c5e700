import { resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { ResultChoicesService } from './result-choices.service.ts'

export function mountResultChoicesRoutes(app: FastifyInstance, choices: ResultChoicesService) {
  mount(app, resultChoiceEndpoints, {
    one: ({ actor, params, origin }) => choices.one(actor, params.id_appointment, origin),
    choose: ({ actor, params, body, origin }) =>
      choices.choose(actor, params.id_appointment, body.choice, origin),
    show: async ({ patient, params }) => {
      await choices.showNow(patient, params.attention_id, params.type)
      return {}
    },
  })
}
