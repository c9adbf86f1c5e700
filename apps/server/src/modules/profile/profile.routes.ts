import { profileEndpoints } from '@mi-portal/contract/profile'
import type { FastifyInstance } from 'fastify'
import { tokenOf } from '../../platform/http/checks/admission.ts'
import { mount } from '../../platform/http/mount.ts'
import type { ProfileService } from './profile.service.ts'

// The photos module serves the addresses of images and the images.
const { edit, close, changePassword, recover, confirmEmail, accesses } = profileEndpoints

export function profileRoutes(app: FastifyInstance, profile: ProfileService) {
  mount(
    app,
    { edit, close, changePassword, recover, confirmEmail, accesses },
    {
      edit: async ({ actor, form, pictures, origin }) => ({
        data: { patient: await profile.edit(actor, form, pictures.file ?? null, origin) },
      }),
      close: async ({ actor, origin }) => {
        await profile.close(actor, origin)
        return {}
      },
      changePassword: async ({ actor, body, origin }) => {
        await profile.changePassword(actor, body, origin)
        return {}
      },
      recover: async ({ body, origin, request }) => ({
        patient: await profile.recover(body, tokenOf(request), origin),
      }),
      confirmEmail: ({ body, origin }) => profile.confirmEmail(body.token, origin),
      accesses: ({ actor, query }) => profile.accesses(actor, query),
    },
  )
}
