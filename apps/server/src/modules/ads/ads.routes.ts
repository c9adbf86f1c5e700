import { adEndpoints } from '@mi-portal/contract/ads'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { AdsService } from './ads.service.ts'

export function adsRoutes(app: FastifyInstance, ads: AdsService) {
  mount(app, adEndpoints, {
    list: async ({ actor }) => ({ ads: await ads.list(actor) }),
  })
}
