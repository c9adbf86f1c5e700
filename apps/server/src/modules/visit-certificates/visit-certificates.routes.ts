import { visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import type { FastifyInstance } from 'fastify'
import { dispositionOf, documentHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { VisitCertificatesService } from './visit-certificates.service.ts'

export function mountVisitCertificatesRoutes(app: FastifyInstance, certificates: VisitCertificatesService) {
  mount(app, visitCertificateEndpoints, {
    issue: async ({ actor, body, origin }) => ({
      certificate: await certificates.issue(actor, body.id_appointment, body.shows_professional, origin),
    }),
    file: async ({ actor, params, origin, reply }) => {
      const file = await certificates.file(actor, params.id, origin)
      return reply
        .headers(documentHeaders)
        .header('content-disposition', dispositionOf('attachment', file.name))
        .type('application/pdf')
        .send(file.content)
    },
    verify: async ({ body, origin }) => ({
      certificate: await certificates.verify(body.code, body.altcha, origin),
    }),
  })
}
