import { mailingEndpoints } from '@mi-portal/contract/mailing'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { MailTestsService } from './mail-tests.service.ts'

export function mountMailTestsRoutes(app: FastifyInstance, tests: MailTestsService) {
  mount(app, mailingEndpoints, {
    templates: async () => ({ templates: tests.templates() }),
    preview: async ({ params }) => tests.preview(params.id),
    send: async ({ actor, body, origin }) => ({
      sent: await tests.send(actor, body.emailId, body.emails, origin),
    }),
  })
}
