import { familyEndpoints } from '@mi-portal/contract/family'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { FamilyService } from './family.service.ts'

export function familyRoutes(app: FastifyInstance, family: FamilyService) {
  mount(app, familyEndpoints, {
    judgeLanding: async ({ body }) => ({ genuine: family.isGenuine(body) }),
  })
}
