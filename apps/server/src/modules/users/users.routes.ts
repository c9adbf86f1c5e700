import { userEndpoints } from '@mi-portal/contract/users'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { UsersService } from './users.service.ts'

export function usersRoutes(app: FastifyInstance, users: UsersService) {
  mount(app, userEndpoints, {
    confirm: async ({ actor, params, body, origin }) => ({
      patient: await users.confirm(actor, params.id, body.reason ?? '', origin),
    }),
    deny: async ({ actor, params, body, origin }) => ({
      patient: await users.deny(actor, params.id, body.reason ?? '', origin),
    }),
  })
}
