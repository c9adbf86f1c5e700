import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import { createQueueWorker } from '../../platform/queue-worker.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import type { ReadLetterhead } from '../../ports/clinic.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { labelOfAction } from '../profile/profile.rules.ts'
import { createExportFilesService } from './export-files.service.ts'
import { exportSamples } from './exports.mails.ts'
import { mountExportsRoutes } from './exports.routes.ts'
import { createExportsService } from './exports.service.ts'
import { createRecordStore } from './record.store.ts'

type ExportsModuleDependencies = {
  readonly archive: ClinicalArchive
  /** The files of the portal and of the archive. */
  readonly archiveFiles: FileStore
  readonly fileRecords: FileRecords

  readonly ctx: Context
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly readLetterhead: ReadLetterhead
}

export function createExportsModule(
  { config, branding, db, audit, clock, logger }: Platform,
  dependencies: ExportsModuleDependencies,
) {
  const { ownLimits, limitsFactor, keep } = config
  const { archiveFiles: files, fileRecords, ctx } = dependencies

  const { makeNext } = createExportFilesService({
    ...dependencies,
    files,
    db,
    records: createRecordStore(db),
    audit,
    clock,
    labelOfAction,
    branding,
    retentionHours: keep.exportHours,
  })
  const worker = createQueueWorker({
    runNext: makeNext,
    logger,
    failed: 'a data export failed: it is tried three times in all',
  })
  const exports = createExportsService({
    db,
    files,
    fileRecords,

    ctx,
    audit,
    clock,
    copiesPerDay: (ownLimits.get(limits.dataCopy.scope) ?? limits.dataCopy.max) * limitsFactor,
    triggerWorker: worker.trigger,
  })
  return {
    /** Creates the data export that has waited longest. */
    makeNext,
    worker,
    withdrawOfOthers: exports.withdrawOfOthers,
    routes: (app: FastifyInstance) => mountExportsRoutes(app, exports),
    mailSamples: exportSamples,
  }
}
