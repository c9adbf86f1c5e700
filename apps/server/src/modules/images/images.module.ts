import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { createDownloadsService } from './downloads/downloads.service.ts'
import { mountImagesRoutes } from './images.routes.ts'
import { createImagesService, type ImagesDependencies } from './images.service.ts'
import { createSharedImagesService, type SharedImagesDependencies } from './shared-images.service.ts'

export function createImagesModule(
  platform: Platform,
  dependencies: Omit<ImagesDependencies, 'audit' | 'clock'> &
    Pick<SharedImagesDependencies, 'shareImageKeys'>,
) {
  const parts = { ...platform, ...dependencies }
  const images = createImagesService(parts)
  const shared = createSharedImagesService({ ...parts, images })
  const downloads = createDownloadsService({ ...parts, images })
  return { routes: (app: FastifyInstance) => mountImagesRoutes(app, images, shared, downloads) }
}
