import { legalEndpoints } from '@mi-portal/contract/legal'
import type { FastifyInstance } from 'fastify'
import { documentHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { LegalService } from './legal.service.ts'

const fileNames = {
  terms: 'terminos-y-condiciones.pdf',
  privacy: 'politica-de-privacidad.pdf',
  family_group: 'grupo-familiar.pdf',
  accessibility: 'accesibilidad.pdf',
  rights: 'tus-derechos.pdf',
} as const

export function mountLegalRoutes(app: FastifyInstance, legal: LegalService) {
  mount(app, legalEndpoints, {
    current: async ({ params }) => ({ legalText: await legal.current(params.kind) }),
    pdf: async ({ params, reply }) =>
      reply
        .headers(documentHeaders)
        .header('content-disposition', `inline; filename="${fileNames[params.kind]}"`)
        .type('application/pdf')
        .send(await legal.pdf(params.kind)),
    versions: ({ params }) => legal.versions(params.kind),
    version: async ({ params }) => ({ legalText: await legal.version(params.kind, params.version) }),
    publish: async ({ actor, params, body, origin }) => ({
      version: await legal.publish(actor, params.kind, body, origin),
    }),
  })
}
