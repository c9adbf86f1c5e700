import { adEndpoints } from '@mi-portal/contract/ads'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { AdsService } from './ads.service.ts'

export function mountAdsRoutes(app: FastifyInstance, ads: AdsService) {
  mount(app, adEndpoints, {
    list: async ({ actor }) => ({ ads: await ads.list(actor) }),
    pages: ({ body }) => ads.pages(body),
    one: async ({ params }) => ({ ad: await ads.one(params.id) }),
    create: async ({ actor, body, origin }) => ({ ad: await ads.create(actor, body, origin) }),
    edit: async ({ actor, params, body, origin }) => ({ ad: await ads.edit(actor, params.id, body, origin) }),
    disable: async ({ actor, params, origin }) => ({
      ad: await ads.setStatus(actor, params.id, false, origin),
    }),
    enable: async ({ actor, params, origin }) => ({
      ad: await ads.setStatus(actor, params.id, true, origin),
    }),
  })
}
