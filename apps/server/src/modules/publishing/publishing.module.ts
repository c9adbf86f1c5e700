import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { FileStore, PictureSource } from '../../ports/files.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import { createPublishingJobs } from './publishing.jobs.ts'
import { mountPublishingRoutes } from './publishing.routes.ts'
import { createPublishingService } from './publishing.service.ts'

type PublishingModuleDependencies = {
  readonly photos: PhotosService
  readonly files: FileStore
  readonly pictureSource: PictureSource
}

export function createPublishingModule(
  { db, audit, clock }: Platform,
  { photos, files, pictureSource }: PublishingModuleDependencies,
) {
  const publishing = createPublishingService({
    db,
    photos,
    files,
    pictureSource,
    audit,
    clock,
  })
  return {
    publishing,
    routes: (app: FastifyInstance) => mountPublishingRoutes(app, publishing),
    jobs: createPublishingJobs(publishing),
  }
}
