import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { mountImagesRoutes } from './images.routes.ts'
import { createImagesService, type ImagesDependencies } from './images.service.ts'

export function createImagesModule(
  platform: Platform,
  dependencies: Omit<ImagesDependencies, 'audit' | 'clock'>,
) {
  const images = createImagesService({ ...platform, ...dependencies })
  return { routes: (app: FastifyInstance) => mountImagesRoutes(app, images) }
}
