import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { documentsRoutes } from './documents.routes.ts'
import { documentsService } from './documents.service.ts'
import { documentsStore } from './documents.store.ts'

export function documentsModule(
  { db }: Platform,
  { deskRequests }: { readonly deskRequests: DeskRequestsService },
) {
  const documents = documentsService({ store: documentsStore(db), requests: deskRequests })
  return { documents, routes: (app: FastifyInstance) => documentsRoutes(app, documents) }
}
