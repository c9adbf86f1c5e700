import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { FileStore } from '../../ports/files.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { SessionService } from '../session/session.service.ts'
import type { FileRecordsService } from '../uploads/file-records.service.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { photosJobs } from './photos.jobs.ts'
import { photosRoutes } from './photos.routes.ts'
import { photosService } from './photos.service.ts'
import { photosStore } from './photos.store.ts'

type PhotosModuleDependencies = {
  readonly files: FileStore
  readonly fileRecords: FileRecordsService
  readonly uploads: UploadsService
  readonly people: PeopleService
  readonly sessions: SessionService
}

export function photosModule(
  { config, db, tries, audit, clock }: Platform,
  { files, fileRecords, uploads, people, sessions }: PhotosModuleDependencies,
) {
  const photos = photosService({
    db,
    store: photosStore(db),
    fileRecords,
    files,
    uploads,
    forgetPicture: people.accounts.forgetPicture,
    isAlive: sessions.isAlive,
    tries,
    audit,
    clock,
    secrets: config.secrets,
    keptDays: config.keep.passportDays,
  })
  return { photos, routes: (app: FastifyInstance) => photosRoutes(app, photos), jobs: photosJobs(photos) }
}
