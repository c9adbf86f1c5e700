import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { PublishingService } from '../publishing/publishing.service.ts'
import { preventionRoutes } from './prevention.routes.ts'
import { preventionService } from './prevention.service.ts'
import { preventionStore } from './prevention.store.ts'

export function preventionModule(
  { db, audit, clock }: Platform,
  { publishing }: { readonly publishing: PublishingService },
) {
  const { readerOf } = publishing
  const prevention = preventionService({ db, store: preventionStore(db), readerOf, audit, clock })
  return { routes: (app: FastifyInstance) => preventionRoutes(app, prevention) }
}
