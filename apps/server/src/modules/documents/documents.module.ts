import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { mountDocumentsRoutes } from './documents.routes.ts'
import { createDocumentsService } from './documents.service.ts'

export function createDocumentsModule(
  { db }: Platform,
  { deskRequests }: { readonly deskRequests: DeskRequestsService },
) {
  const documents = createDocumentsService({ db, requests: deskRequests })
  return { documents, routes: (app: FastifyInstance) => mountDocumentsRoutes(app, documents) }
}
