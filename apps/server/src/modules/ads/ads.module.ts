import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { PublishingService } from '../publishing/publishing.service.ts'
import { mountAdsRoutes } from './ads.routes.ts'
import { createAdsService } from './ads.service.ts'
import { createAdsStore } from './ads.store.ts'

export function createAdsModule(
  { db, audit, clock }: Platform,
  { publishing }: { readonly publishing: PublishingService },
) {
  const ads = createAdsService({ db, store: createAdsStore(db), publishing, audit, clock })
  return { routes: (app: FastifyInstance) => mountAdsRoutes(app, ads) }
}
