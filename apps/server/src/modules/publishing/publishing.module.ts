import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { FileStore } from '../../ports/files.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import { publishingJobs } from './publishing.jobs.ts'
import { publishingRoutes } from './publishing.routes.ts'
import { publishingService } from './publishing.service.ts'
import { publishingStore } from './publishing.store.ts'

export function publishingModule(
  { db, audit, clock }: Platform,
  { photos, files }: { readonly photos: PhotosService; readonly files: FileStore },
) {
  const publishing = publishingService({ db, store: publishingStore(db), photos, files, audit, clock })
  return {
    publishing,
    routes: (app: FastifyInstance) => publishingRoutes(app, publishing),
    jobs: publishingJobs(publishing),
  }
}
