import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import { createRateLimiter } from '../../platform/security/rate-limiter.ts'
import { productVersion } from '../../platform/version.ts'
import type { ClinicalArchive, GetReservedGroup } from '../../ports/clinical-archive.ts'
import type { ExamStorage } from '../../ports/exam-storage.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import type { FileStore } from '../../ports/files.ts'
import { announceResults } from '../exams/announce-results.ts'
import { endSharesOfWithdrawn } from '../exams/shares/manage-shares.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { mountServiceAccountsRoutes } from './accounts/service-accounts.routes.ts'
import { createServiceAccountsService } from './accounts/service-accounts.service.ts'
import { mountFhirRoutes } from './fhir.routes.ts'
import { createInboundService } from './inbound/inbound.service.ts'
import type { AnalyteOf } from './inbound/receiving/entry-state.service.ts'
import { archiveReading } from './reading/archive-reading.service.ts'
import { createReadingService } from './reading/reading.service.ts'
import { createReadingStore } from './reading/reading.store.ts'

type FhirModuleDependencies = {
  readonly ctx: Context

  readonly notifications: NotificationsService
  readonly announceChange: Parameters<typeof createInboundService>[0]['announceChange']
  readonly archive: ClinicalArchive
  readonly examStorage: ExamStorage
  readonly fileRecords: FileRecords
  /** The files of the portal, to which received documents are added. */
  readonly files: FileStore
  /** The files of the portal and of the archive. */
  readonly archiveFiles: FileStore
  readonly catalogue: { readonly analyteOf: AnalyteOf; readonly getReservedGroup: GetReservedGroup }
}

export function createFhirModule(
  { config, branding, db, audit, clock, logger }: Platform,
  dependencies: FhirModuleDependencies,
) {
  const { ctx, notifications, archive, files, archiveFiles, catalogue } = dependencies
  const accounts = createServiceAccountsService({
    db,
    rateLimiter: createRateLimiter(db.withLongLimits, clock, config.limitsFactor, config.ownLimits),
    audit,
    clock,
  })
  const inbound = createInboundService({
    ...catalogue,
    db,
    examStorage: dependencies.examStorage,
    fileRecords: dependencies.fileRecords,
    ctx,

    notifications,
    announceChange: dependencies.announceChange,
    endSharesOfExams: endSharesOfWithdrawn,
    files,
    audit,
    clock,
    onResults: () => announceResults(ctx),
    logger,
  })
  const own = createReadingStore(db, archive)
  const reading = createReadingService({
    store: config.archive === null ? own : archiveReading(own, archive, clock.now),
    files: archiveFiles,
    clock,
    baseUrl: `${config.publicUrl}/api/fhir/R4`,
    branding,
    version: productVersion,
  })
  return {
    serviceAccounts: accounts,
    routes: (app: FastifyInstance) => {
      mountFhirRoutes(app, reading, inbound)
      mountServiceAccountsRoutes(app, accounts)
    },
  }
}
