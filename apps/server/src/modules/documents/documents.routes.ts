import { documentEndpoints } from '@mi-portal/contract/documents'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { DocumentsService } from './documents.service.ts'

export function mountDocumentsRoutes(app: FastifyInstance, documents: DocumentsService) {
  mount(app, documentEndpoints, {
    kinds: async () => ({ documents: await documents.kinds() }),
    request: async ({ actor, body, origin }) => ({
      documentRequestId: await documents.requestDocument(actor, body, origin),
    }),
    list: ({ actor, query }) => documents.list(actor, query),
  })
}
