import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { AuditStream } from '../../ports/audit-stream.ts'
import { accessActions, tellAction } from '../profile/profile.rules.ts'
import { auditRoutes } from './audit.routes.ts'
import { auditService } from './audit.service.ts'
import { auditStore } from './audit.store.ts'
import { sealsJobs } from './seals/seals.jobs.ts'
import { sealsService } from './seals/seals.service.ts'
import { sealsStore } from './seals/seals.store.ts'
import { streamJobs } from './stream/stream.jobs.ts'
import { streamService } from './stream/stream.service.ts'
import { streamStore } from './stream/stream.store.ts'

export function auditModule(
  { config, db, audit, clock, logger }: Platform,
  { stream }: { readonly stream: AuditStream | null },
) {
  const told = new Map(accessActions.map((name) => [name, tellAction(name)]))
  const trail = auditService({ store: auditStore(db), audit, clock, told })
  const sealRows = sealsStore(db)
  const seals = sealsService({
    db,
    store: sealRows,
    secrets: config.secrets,
    clock,
    onHead: (head) => logger.info(head, 'audit log sealed'),
  })
  return {
    lastSealedId: sealRows.lastId,
    routes: (app: FastifyInstance) => auditRoutes(app, trail),
    jobs: [
      ...sealsJobs(seals),
      ...(stream === null ? [] : streamJobs(streamService({ store: streamStore(db), stream, clock }))),
    ],
  }
}
