import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { cataloguesRoutes } from './catalogues.routes.ts'
import { cataloguesStore } from './catalogues.store.ts'

export function cataloguesModule({ db }: Platform) {
  const store = cataloguesStore(db)
  return { routes: (app: FastifyInstance) => cataloguesRoutes(app, store) }
}
