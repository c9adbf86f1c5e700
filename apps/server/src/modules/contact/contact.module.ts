import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import { contactOptionsOf } from '@mi-portal/contract/contact'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { mountContactRoutes } from './contact.routes.ts'
import { createContactService } from './contact.service.ts'

export function createContactModule(
  { db }: Platform,
  {
    deskRequests,
    publicClinic,
  }: { readonly deskRequests: DeskRequestsService; readonly publicClinic: () => PublicClinic },
) {
  const contact = createContactService({
    db,
    requests: deskRequests,
    options: () => contactOptionsOf(publicClinic()),
  })
  return { contact, routes: (app: FastifyInstance) => mountContactRoutes(app, contact) }
}
