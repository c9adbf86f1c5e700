import { newsEndpoints } from '@mi-portal/contract/news'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { NewsService } from './news.service.ts'

export function mountNewsRoutes(app: FastifyInstance, news: NewsService) {
  mount(app, newsEndpoints, {
    list: ({ actor, patient, origin }) => news.list({ actor, origin }, patient),
  })
}
