import { passkeyEndpoints } from '@mi-portal/contract/passkeys'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import { deviceOf } from '../session/devices.rules.ts'
import type { PasskeyUseService } from './passkey-use.service.ts'
import type { PasskeysService } from './passkeys.service.ts'

export function mountPasskeysRoutes(app: FastifyInstance, passkeys: PasskeysService, use: PasskeyUseService) {
  mount(app, passkeyEndpoints, {
    signInOptions: async ({ origin }) => ({ options: await use.signInOptions(origin) }),
    signIn: ({ body, request, origin }) =>
      use.signIn(body.credential, body.area, deviceOf(request.headers['user-agent'], origin.ip), origin),
    confirmOptions: async ({ actor }) => ({ options: await use.confirmOptions(actor) }),
    confirm: async ({ actor, body, origin }) => {
      await use.confirm(actor, body.credential, origin)
      return {}
    },
    list: ({ actor }) => passkeys.list(actor),
    registerOptions: async ({ actor }) => ({ options: await passkeys.registerOptions(actor) }),
    register: async ({ actor, body, origin }) => ({ passkey: await passkeys.register(actor, body, origin) }),
    rename: async ({ actor, params, body }) => {
      await passkeys.rename(actor, params.id, body.name)
      return {}
    },
    remove: async ({ actor, params, origin }) => {
      await passkeys.remove(actor, params.id, origin)
      return {}
    },
    declineOffer: async ({ actor }) => {
      await passkeys.declineOffer(actor)
      return {}
    },
  })
}
