/** The calls about the second factor of the user. */

import { mailedCodeEndpoints } from '@mi-portal/contract/session/mailed-code'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { fallback, type SignInOutcome, storeSession, takeAnswer } from './session.queries.ts'

/** Answers the challenge of a sign-in with a code, which opens the session. */
export async function answerChallenge(body: { challenge: string; code: string }): Promise<SignInOutcome> {
  return storeSession(await call(secondFactorEndpoints.answer, { body }, { fallback }))
}

/** Answers the challenge of a sign-in with the code that was mailed. A second factor may follow. */
export async function answerMailedCode(body: { challenge: string; code: string }): Promise<SignInOutcome> {
  return takeAnswer(await call(mailedCodeEndpoints.answer, { body }, { fallback }))
}

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(secondFactorEndpoints.state, {}, { signal, fallback }),
})

/** Creates a new secret. If a second factor is already set up, `code` is one of its codes. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (code: string | undefined) =>
      call(secondFactorEndpoints.begin, { body: code === undefined ? {} : { code } }, { fallback }),
    // The secret is only for this screen.
    gcTime: 0,
  })
}

/** Confirms the new secret. Resolves with the recovery codes, which are returned only once. */
export function useConfirmSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (code: string) =>
      (await call(secondFactorEndpoints.confirm, { body: { code } }, { fallback })).recovery_codes,
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  })
}

/** Replaces the recovery codes. Resolves with the new ones, which are returned only once. */
export function useRenewRecoveryCodes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (code: string) =>
      (await call(secondFactorEndpoints.renewCodes, { body: { code } }, { fallback })).recovery_codes,
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  })
}

export function useRemoveSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(secondFactorEndpoints.remove, { body: { code } }, { fallback }),
    onSuccess: () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  })
}
