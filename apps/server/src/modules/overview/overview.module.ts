import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { InstallationService } from '../installation/installation.service.ts'
import { mountOverviewRoutes } from './overview.routes.ts'
import { createOverviewService } from './overview.service.ts'
import { createOverviewStore } from './overview.store.ts'

export function createOverviewModule(
  { db, audit, clock }: Platform,
  { installation, mail }: { readonly installation: InstallationService; readonly mail: MailQueue },
) {
  const overview = createOverviewService({ store: createOverviewStore(db), installation, audit, mail, clock })
  return { routes: (app: FastifyInstance) => mountOverviewRoutes(app, overview) }
}
