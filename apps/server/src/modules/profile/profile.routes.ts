import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { profileEndpoints } from '@mi-portal/contract/profile'
import type { FastifyInstance } from 'fastify'
import { tokenOf } from '../../platform/http/checks/admission.ts'
import { mount } from '../../platform/http/mount.ts'
import type { AccessesService } from './accesses.service.ts'
import type { AccountClosingService } from './account-closing.service.ts'
import type { EmailVerificationsService } from './email-verification.service.ts'
import type { PasswordChangeService } from './password-change.service.ts'
import type { ProfileEditsService } from './profile-edits.service.ts'
import type { RecoveryService } from './recovery.service.ts'

type ProfileServices = ProfileEditsService &
  EmailVerificationsService &
  PasswordChangeService &
  RecoveryService &
  AccountClosingService &
  AccessesService

// The photos module serves the addresses of images and the images.
const { edit, close, changePassword, recover, confirmEmail, accesses } = profileEndpoints

export function mountProfileRoutes(app: FastifyInstance, profile: ProfileServices) {
  mount(
    app,
    {
      edit,
      close,
      changePassword,
      recover,
      confirmEmail,
      accesses,
    },
    {
      edit: async ({ actor, form, pictures, origin }) => ({
        data: { patient: await profile.editProfile(actor, form, pictures.file ?? null, origin) },
      }),
      close: async ({ actor, origin }) => {
        await profile.closeAccount(actor, origin)
        return {}
      },
      changePassword: async ({ actor, body, origin }) => {
        await profile.changePassword(actor, body, origin)
        return {}
      },
      recover: async ({ body, origin, request }) => ({
        patient: await profile.sendTemporaryPassword(body, tokenOf(request), origin),
      }),
      confirmEmail: ({ body, origin }) => profile.confirmEmail(body.token, origin),
      accesses: ({ actor, query }) => profile.listAccesses(actor, query),
    },
  )
  mount(app, emailVerificationEndpoints, {
    state: ({ actor }) => profile.readEmailState(actor),
    resend: ({ actor, origin }) => profile.resendVerification(actor, origin),
    answerQuestion: async ({ actor, body, origin }) => {
      await profile.answerEmailQuestion(actor, body.answer, origin)
      return {}
    },
  })
}
