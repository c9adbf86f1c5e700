import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { mountSurveyRoutes } from './survey.routes.ts'
import { createSurveyService } from './survey.service.ts'
import { createSurveyStore } from './survey.store.ts'

export function createSurveyModule({ db, rateLimiter, clock }: Platform) {
  const survey = createSurveyService({ store: createSurveyStore(db), rateLimiter, clock })
  return { routes: (app: FastifyInstance) => mountSurveyRoutes(app, survey) }
}
