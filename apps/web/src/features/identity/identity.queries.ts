/** Calls of the portal's own identity provider in its window. They send only the window's key, no session. */
import { identityEndpoints } from '@mi-portal/contract/identity'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callWithoutSession } from '../../lib/call.ts'

const fallback = 'Error server al validar identidad'

/** Loads the state of the check with that key. */
export function identityStepQuery(key: string) {
  return queryOptions({
    queryKey: ['identity', key],
    queryFn: ({ signal }) =>
      callWithoutSession(identityEndpoints.step, { params: { key } }, { signal, fallback }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

/** Answers a question of the check. The next question or the result replaces the state of the check. */
export function useAnswerQuestion(key: string, number: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (option: string) =>
      callWithoutSession(
        identityEndpoints.answer,
        { params: { key }, body: { number, option } },
        { fallback },
      ),
    onSuccess: (step) => client.setQueryData(identityStepQuery(key).queryKey, step),
  })
}

export function useCancelCheck(key: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callWithoutSession(identityEndpoints.cancel, { params: { key } }, { fallback }),
    onSuccess: (step) => client.setQueryData(identityStepQuery(key).queryKey, step),
  })
}
