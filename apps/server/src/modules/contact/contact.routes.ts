import { contactEndpoints } from '@mi-portal/contract/contact'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { ContactService } from './contact.service.ts'

export function mountContactRoutes(app: FastifyInstance, contact: ContactService) {
  mount(app, contactEndpoints, {
    reasons: async () => ({ reasons: await contact.reasons() }),
    send: async ({ actor, form, files, origin }) => ({
      contactId: await contact.send(actor, form, files, origin),
    }),
    pages: ({ actor, body }) => contact.list(actor, body),
  })
}
