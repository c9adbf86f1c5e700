import { preventionEndpoints } from '@mi-portal/contract/prevention'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import { articleTemplates } from './prevention.rules.ts'
import type { PreventionService } from './prevention.service.ts'

export function mountPreventionRoutes(app: FastifyInstance, prevention: PreventionService) {
  mount(app, preventionEndpoints, {
    list: async ({ actor }) => ({ controlsPreventions: await prevention.list(actor) }),
    pages: ({ actor, body }) => prevention.pages(actor, body),
    templates: async () => ({ templates: articleTemplates }),
    one: async ({ params }) => ({ controlPrevention: await prevention.one(params.id) }),
    create: async ({ actor, body, origin }) => ({
      controlPrevention: await prevention.create(actor, body, origin),
    }),
    edit: async ({ actor, params, body, origin }) => ({
      controlPrevention: await prevention.edit(actor, params.id, body, origin),
    }),
    disable: async ({ actor, params, origin }) => ({
      controlPrevention: await prevention.setStatus(actor, params.id, false, origin),
    }),
    enable: async ({ actor, params, origin }) => ({
      controlPrevention: await prevention.setStatus(actor, params.id, true, origin),
    }),
  })
}
