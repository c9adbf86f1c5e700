import {
  type PasswordConfirmation,
  sessionConfirmationEndpoints,
} from '@mi-portal/contract/session/session-confirmation'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { fallback } from '../session.queries.ts'

/** Confirms the session by the password; resolves with whether that was enough. */
export function useConfirmSession() {
  return useMutation({
    mutationFn: async (body: PasswordConfirmation) =>
      (await call(sessionConfirmationEndpoints.confirm, { body }, { fallback })).confirmed,
  })
}
