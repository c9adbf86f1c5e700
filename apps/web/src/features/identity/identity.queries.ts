/** Calls of the portal's own identity provider in its window. They send only the window's key, no session. */
import { identityEndpoints } from '@mi-portal/contract/identity'
import { queryOptions } from '@tanstack/react-query'
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

export function answerQuestion(key: string, number: number, option: string) {
  return callWithoutSession(
    identityEndpoints.answer,
    { params: { key }, body: { number, option } },
    { fallback },
  )
}

export function cancelCheck(key: string) {
  return callWithoutSession(identityEndpoints.cancel, { params: { key } }, { fallback })
}
