import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { AuditStream } from '../../ports/audit-stream.ts'
import { mountAuditRoutes } from './audit.routes.ts'
import { createAuditService } from './audit.service.ts'
import { createAuditStore } from './audit.store.ts'
import { createSealsJobs } from './seals/seals.jobs.ts'
import { createSealsService } from './seals/seals.service.ts'
import * as sealsSql from './seals/seals.sql.ts'
import { createStreamJobs } from './stream/stream.jobs.ts'
import { createStreamService } from './stream/stream.service.ts'

export function createAuditModule(
  { config, db, audit, clock, logger }: Platform,
  { auditStream }: { readonly auditStream: AuditStream | null },
) {
  const auditLog = createAuditService({ store: createAuditStore(db), audit, clock })

  const seals = createSealsService({
    db,
    secrets: config.secrets,
    clock,
    onHead: (head) => logger.info(head, 'audit log sealed'),
  })
  return {
    lastSealedId: () => sealsSql.lastId(db),
    routes: (app: FastifyInstance) => mountAuditRoutes(app, auditLog),
    jobs: [
      ...createSealsJobs(seals),
      ...(auditStream === null
        ? []
        : createStreamJobs(createStreamService({ db, stream: auditStream, clock }))),
    ],
  }
}
