import { registrationEndpoints } from '@mi-portal/contract/registration'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { RegistrationService } from './registration.service.ts'

export function mountRegistrationRoutes(app: FastifyInstance, registration: RegistrationService) {
  mount(app, registrationEndpoints, {
    available: async ({ params, query, origin }) => {
      const { document_country, altcha } = query
      await registration.available(
        params.document_type_id,
        params.document_number,
        document_country,
        altcha,
        origin,
      )
      return { registered: false }
    },
    age: ({ params, query, origin }) => registration.age(params.date, query.altcha, origin),
    saveDraft: async ({ body: { altcha, ...draft }, origin }) => ({
      id: await registration.saveDraft(draft, altcha, origin),
    }),
    updateDraft: async ({ body }) => {
      await registration.updateDraft(body.id, body)
      return { id: body.id }
    },
    register: ({ form, pictures, origin }) => registration.register(form, pictures, origin),
  })
}
