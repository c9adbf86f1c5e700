import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { mountCataloguesRoutes } from './catalogues.routes.ts'
import { createCataloguesStore } from './catalogues.store.ts'

export function createCataloguesModule({ db }: Platform) {
  const store = createCataloguesStore(db)
  return { routes: (app: FastifyInstance) => mountCataloguesRoutes(app, store) }
}
