import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { PublishingService } from '../publishing/publishing.service.ts'
import { adsRoutes } from './ads.routes.ts'
import { adsService } from './ads.service.ts'
import { adsStore } from './ads.store.ts'

export function adsModule(
  { db, audit, clock }: Platform,
  { publishing }: { readonly publishing: PublishingService },
) {
  const { readerOf } = publishing
  const ads = adsService({ db, store: adsStore(db), readerOf, audit, clock })
  return { routes: (app: FastifyInstance) => adsRoutes(app, ads) }
}
