/** The calls that remove a lost second factor with the code that the clinic gave in person. */
import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { fallback } from '../session.queries.ts'

/** Removes the second factor in a sign-in that waits for its code. The sign-in page has no query client. */
export async function resetAtSignIn(challenge: string, code: string): Promise<void> {
  await call(accountSecurityEndpoints.resetAtSignIn, { body: { challenge, code } }, { fallback })
}

/** Removes the second factor of the signed-in user. All sessions end. */
export function useResetInSession() {
  return useMutation({
    mutationFn: (code: string) =>
      call(accountSecurityEndpoints.resetInSession, { body: { code } }, { fallback }),
  })
}
