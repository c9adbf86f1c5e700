import { setupEndpoints } from '@mi-portal/contract/setup'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import { deviceOf } from '../session/devices.rules.ts'
import type { SetupService } from './setup.service.ts'

export function mountSetupRoutes(app: FastifyInstance, setup: SetupService) {
  mount(app, setupEndpoints, {
    open: ({ body, origin }) => setup.open(body.token, origin),
    createSuperAdmin: ({ body, request, origin }) =>
      setup.createSuperAdmin(body, deviceOf(request.headers['user-agent'], origin.ip), origin),
  })
}
