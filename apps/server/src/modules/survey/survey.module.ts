import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { surveyRoutes } from './survey.routes.ts'
import { surveyService } from './survey.service.ts'
import { surveyStore } from './survey.store.ts'

export function surveyModule({ db, tries, clock }: Platform) {
  const survey = surveyService({ store: surveyStore(db), tries, clock })
  return { routes: (app: FastifyInstance) => surveyRoutes(app, survey) }
}
