import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { PublishingService } from '../publishing/publishing.service.ts'
import { mountPreventionRoutes } from './prevention.routes.ts'
import { createPreventionService } from './prevention.service.ts'
import { createPreventionStore } from './prevention.store.ts'

export function createPreventionModule(
  { db, audit, clock }: Platform,
  { publishing }: { readonly publishing: PublishingService },
) {
  const prevention = createPreventionService({
    db,
    store: createPreventionStore(db),
    publishing,
    audit,
    clock,
  })
  return { routes: (app: FastifyInstance) => mountPreventionRoutes(app, prevention) }
}
