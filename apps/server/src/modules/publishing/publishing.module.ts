import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { FileStore } from '../../ports/files.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import { createPublishingJobs } from './publishing.jobs.ts'
import { mountPublishingRoutes } from './publishing.routes.ts'
import { createPublishingService } from './publishing.service.ts'
import { createPublishingStore } from './publishing.store.ts'

export function createPublishingModule(
  { db, audit, clock }: Platform,
  { photos, files }: { readonly photos: PhotosService; readonly files: FileStore },
) {
  const publishing = createPublishingService({
    db,
    store: createPublishingStore(db),
    photos,
    files,
    audit,
    clock,
  })
  return {
    publishing,
    routes: (app: FastifyInstance) => mountPublishingRoutes(app, publishing),
    jobs: createPublishingJobs(publishing),
  }
}
