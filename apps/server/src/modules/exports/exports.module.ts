import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { createQueueWorker } from '../../platform/queue-worker.ts'
import { limits } from '../../platform/security/tries.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import { tellAction } from '../profile/profile.rules.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { exportFilesService } from './export-files.service.ts'
import { exportSamples } from './exports.mails.ts'
import { exportsRoutes } from './exports.routes.ts'
import { exportsService } from './exports.service.ts'
import { exportsStore } from './exports.store.ts'

type ExportsModuleDependencies = {
  readonly archive: ClinicalArchive
  readonly files: FileStore
  readonly fileRecords: FileRecords
  readonly uploads: UploadsService
  readonly reach: Reach
  readonly people: PeopleService
  readonly notifications: NotificationsService
  readonly mail: MailQueue
}

export function exportsModule(
  { config, db, audit, clock, logger }: Platform,
  dependencies: ExportsModuleDependencies,
) {
  const { ownLimits, limitsFactor, keep } = config
  const { files, fileRecords, uploads, reach } = dependencies
  const store = exportsStore(db)
  const { makeNext } = exportFilesService({
    ...dependencies,
    db,
    store,
    audit,
    clock,
    tellAction,
    house: config,
    keptHours: keep.exportHours,
  })
  const worker = createQueueWorker({
    runNext: makeNext,
    logger,
    failed: 'a data export failed: it is tried three times in all',
  })
  const exports = exportsService({
    db,
    store,
    files,
    fileRecords,
    uploads,
    reach,
    audit,
    clock,
    copiesPerDay: (ownLimits.get(limits.dataCopy.scope) ?? limits.dataCopy.max) * limitsFactor,
    triggerWorker: worker.nudge,
  })
  return {
    makeNext,
    worker,
    routes: (app: FastifyInstance) => exportsRoutes(app, exports),
    mailSamples: exportSamples,
  }
}
