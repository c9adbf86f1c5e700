import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { mountPrivateItemsRoutes } from './private-items.routes.ts'
import { createPrivateItemsService, type PrivateItemsDependencies } from './private-items.service.ts'

type PrivateItemsModuleDependencies = Omit<PrivateItemsDependencies, 'db' | 'store' | 'clock' | 'ages'>

export function createPrivateItemsModule(
  { config, db, clock }: Platform,
  dependencies: PrivateItemsModuleDependencies,
) {
  const { ages } = config

  const items = createPrivateItemsService({ ...dependencies, db, clock, ages })
  return { routes: (app: FastifyInstance) => mountPrivateItemsRoutes(app, items) }
}
