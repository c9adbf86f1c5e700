import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import type { FileStore } from '../../ports/files.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { SessionService } from '../session/session.service.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { createPhotosJobs } from './photos.jobs.ts'
import { mountPhotosRoutes } from './photos.routes.ts'
import { createPhotosService } from './photos.service.ts'

type PhotosModuleDependencies = {
  readonly files: FileStore
  readonly fileRecords: FileRecords
  readonly uploads: UploadsService
  readonly people: PeopleService
  readonly sessions: SessionService
}

export function createPhotosModule(
  { config, db, rateLimiter, audit, clock }: Platform,
  { files, fileRecords, uploads, people, sessions }: PhotosModuleDependencies,
) {
  const photos = createPhotosService({
    db,
    fileRecords,
    files,
    uploads,
    forgetPhoto: people.accounts.forgetPhoto,
    isAlive: sessions.isAlive,
    rateLimiter,
    audit,
    clock,
    secrets: config.secrets,
    retentionDays: config.keep.passportDays,
  })
  return {
    photos,
    routes: (app: FastifyInstance) => mountPhotosRoutes(app, photos),
    jobs: createPhotosJobs(photos),
  }
}
