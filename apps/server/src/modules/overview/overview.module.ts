import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { InstallationService } from '../installation/installation.service.ts'
import { overviewRoutes } from './overview.routes.ts'
import { overviewService } from './overview.service.ts'
import { overviewStore } from './overview.store.ts'

export function overviewModule(
  { db, audit, clock }: Platform,
  { installation }: { readonly installation: InstallationService },
) {
  const overview = overviewService({ store: overviewStore(db), installation, audit, clock })
  return { routes: (app: FastifyInstance) => overviewRoutes(app, overview) }
}
