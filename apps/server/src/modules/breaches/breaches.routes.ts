import { breachEndpoints } from '@mi-portal/contract/breaches'
import type { FastifyInstance } from 'fastify'
import { dispositionOf, uploadHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { BreachesService } from './breaches.service.ts'

export function mountBreachesRoutes(app: FastifyInstance, breaches: BreachesService) {
  mount(app, breachEndpoints, {
    list: ({ actor, body, origin }) => breaches.list(actor, body, origin),
    create: async ({ actor, body, origin }) => ({ breach: await breaches.create(actor, body, origin) }),
    one: async ({ actor, params, origin }) => ({ breach: await breaches.one(actor, params.id, origin) }),
    edit: async ({ actor, params, body, origin }) => ({
      breach: await breaches.edit(actor, params.id, body, origin),
    }),
    people: ({ actor, params, body, origin }) => breaches.people(actor, params.id, body, origin),
    export: ({ actor, params, origin }) => breaches.export(actor, params.id, origin),
    send: ({ actor, params, origin }) => breaches.send(actor, params.id, origin),
    letters: async ({ actor, params, origin, reply }) => {
      const { name, content } = await breaches.letters(actor, params.id, origin)
      return reply
        .headers(uploadHeaders)
        .header('content-disposition', dispositionOf('attachment', name))
        .type('application/pdf')
        .send(content)
    },
  })
}
