import { mailedCodeEndpoints } from '@mi-portal/contract/session/mailed-code'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { sessionConfirmationEndpoints } from '@mi-portal/contract/session/session-confirmation'
import { routes } from '../../platform/context/operation.ts'
import { confirmSession } from './sign-in/confirm-session.ts'
import { answerMailedCode, signIn, signInStaff } from './sign-in/sign-in.ts'
import { renewSession, signOut } from './use-sessions.ts'

export const sessionConfirmationRoutes = routes(sessionConfirmationEndpoints, {
  confirm: confirmSession,
})

export const sessionRoutes = routes(sessionEndpoints, {
  signIn,
  signInStaff,
  renew: renewSession,
  signOut,
})

export const mailedCodeRoutes = routes(mailedCodeEndpoints, {
  answer: answerMailedCode,
})
