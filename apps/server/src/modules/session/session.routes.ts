import { mailedCodeEndpoints } from '@mi-portal/contract/mailed-code'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { sessionConfirmationEndpoints } from '@mi-portal/contract/session-confirmation'
import type { FastifyInstance } from 'fastify'
import { tokenOf } from '../../platform/http/checks/admission.ts'
import { mount } from '../../platform/http/mount.ts'
import { deviceOf } from './devices.rules.ts'
import type { SessionService } from './session.service.ts'
import type { ConfirmationService } from './sign-in/confirmation.service.ts'
import type { SignInService } from './sign-in/sign-in.service.ts'

export function mountSessionRoutes(
  app: FastifyInstance,
  sessions: SessionService,
  signIns: SignInService,
  confirmations: ConfirmationService,
) {
  mount(app, sessionConfirmationEndpoints, {
    confirm: async ({ actor, body, origin }) => ({
      confirmed: await confirmations.confirmByPassword(actor, body, origin),
    }),
  })
  mount(app, sessionEndpoints, {
    signIn: ({ body, request, origin }) =>
      signIns.signIn(body, deviceOf(request.headers['user-agent'], origin.ip), origin),
    signInStaff: ({ body, request, origin }) =>
      signIns.signInStaff(body, deviceOf(request.headers['user-agent'], origin.ip), origin),
    renew: ({ actor, params, request }) => sessions.renew(actor, params.id, tokenOf(request) ?? ''),
    signOut: async ({ actor, params, origin }) => {
      await sessions.signOut(actor, params.id, origin)
      return {}
    },
  })
  mount(app, mailedCodeEndpoints, {
    answer: ({ body, request, origin }) =>
      signIns.answerMailedCode(body, deviceOf(request.headers['user-agent'], origin.ip), origin),
  })
}
