import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { contactRoutes } from './contact.routes.ts'
import { contactService } from './contact.service.ts'
import { contactStore } from './contact.store.ts'

export function contactModule(
  { db }: Platform,
  { deskRequests }: { readonly deskRequests: DeskRequestsService },
) {
  const contact = contactService({ store: contactStore(db), requests: deskRequests })
  return { contact, routes: (app: FastifyInstance) => contactRoutes(app, contact) }
}
