/** Loads whether the user's e-mail address is verified, asks for its link, and answers the yearly question about it. */
import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { unreachableServer } from '../../../lib/explain-error.ts'

const fallback = unreachableServer

/** The key begins with `own-email`, so that a confirmed address and a saved profile load the state again. */
export function emailStateQuery(userId: number) {
  return queryOptions({
    queryKey: ['own-email', userId],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(emailVerificationEndpoints.state, {}, { signal, fallback }),
  })
}

/** Sends the link that verifies the present address. */
export function useResendVerification() {
  return useMutation({ mutationFn: () => call(emailVerificationEndpoints.resend, {}, { fallback }) })
}

export function useAnswerEmailQuestion(userId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: 'yes' | 'later') =>
      call(emailVerificationEndpoints.answerQuestion, { body: { answer } }, { fallback }),
    onSuccess: () =>
      client.setQueryData(
        emailStateQuery(userId).queryKey,
        (state) => state && { ...state, question: false },
      ),
  })
}
