import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { mountNewsRoutes } from './news.routes.ts'
import { createNewsService, type NewsSources } from './news.service.ts'

export function createNewsModule({ audit, clock, logger }: Platform, sources: NewsSources) {
  const news = createNewsService({ ...sources, audit, clock, logger })
  return { routes: (app: FastifyInstance) => mountNewsRoutes(app, news) }
}
