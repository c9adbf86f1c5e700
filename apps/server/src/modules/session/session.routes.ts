import { sessionEndpoints } from '@mi-portal/contract/session'
import type { FastifyInstance } from 'fastify'
import { mount, tokenOf } from '../../platform/http/mount.ts'
import type { SessionService } from './session.service.ts'

export function sessionRoutes(app: FastifyInstance, sessions: SessionService) {
  mount(app, sessionEndpoints, {
    signIn: ({ body, origin }) => sessions.signIn(body, origin),
    signInStaff: ({ body, origin }) => sessions.signInStaff(body, origin),
    renew: ({ actor, params, request }) => sessions.renew(actor, params.id, tokenOf(request) ?? ''),
    signOut: async ({ actor, params, origin }) => {
      await sessions.signOut(actor, params.id, origin)
      return {}
    },
  })
}
