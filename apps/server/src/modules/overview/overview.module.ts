import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { InstallationService } from '../installation/installation.service.ts'
import { mountOverviewRoutes } from './overview.routes.ts'
import { createOverviewService } from './overview.service.ts'
import { createOverviewStore } from './overview.store.ts'

export function createOverviewModule(
  { db, audit, clock }: Platform,
  { installation }: { readonly installation: InstallationService },
) {
  const overview = createOverviewService({ store: createOverviewStore(db), installation, audit, clock })
  return { routes: (app: FastifyInstance) => mountOverviewRoutes(app, overview) }
}
