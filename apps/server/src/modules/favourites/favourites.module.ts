import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { favouritesRoutes } from './favourites.routes.ts'
import { favouritesStore } from './favourites.store.ts'

export function favouritesModule({ db }: Platform) {
  const store = favouritesStore(db)
  return { routes: (app: FastifyInstance) => favouritesRoutes(app, store) }
}
