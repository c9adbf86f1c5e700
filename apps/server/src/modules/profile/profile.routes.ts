import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { routes } from '../../platform/context/operation.ts'
import { changePassword } from './change-password.ts'
import { closeAccount } from './close-account.ts'
import { editProfile } from './edit-profile.ts'
import { listAccesses } from './list-accesses.ts'
import { recoverPassword } from './recover-password.ts'
import { answerEmailQuestion, confirmEmail, readEmailState, resendVerification } from './verify-email.ts'

// The photos module serves the addresses of images and the images.
const { photos: _photos, photo: _photo, ...ownEndpoints } = profileEndpoints

export const profileRoutes = routes(ownEndpoints, {
  edit: editProfile,
  close: closeAccount,
  changePassword,
  recover: recoverPassword,
  confirmEmail,
  accesses: listAccesses,
})

export const emailVerificationRoutes = routes(emailVerificationEndpoints, {
  state: readEmailState,
  resend: resendVerification,
  answerQuestion: answerEmailQuestion,
})
