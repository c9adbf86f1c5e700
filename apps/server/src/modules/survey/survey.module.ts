import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { mountSurveyRoutes } from './survey.routes.ts'
import { createSurveyService } from './survey.service.ts'
import { createSurveyStore } from './survey.store.ts'

export function createSurveyModule(
  { db, rateLimiter, clock }: Platform,
  { publicClinic }: { readonly publicClinic: () => PublicClinic },
) {
  const options = () => publicClinic().survey
  const survey = createSurveyService({ store: createSurveyStore(db), rateLimiter, clock, options })
  return { routes: (app: FastifyInstance) => mountSurveyRoutes(app, survey) }
}
