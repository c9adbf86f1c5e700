import { surveyEndpoints } from '@mi-portal/contract/survey'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { SurveyService } from './survey.service.ts'

export function mountSurveyRoutes(app: FastifyInstance, survey: SurveyService) {
  mount(app, surveyEndpoints, {
    answer: async ({ actor, body }) => {
      await survey.answer(actor, body)
      return {}
    },
  })
}
