import type { Sent } from '@mi-portal/contract/calls/endpoint'
import { dataRightEndpoints } from '@mi-portal/contract/service-requests/data-rights'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { recordKey } from '../../people/people.queries.ts'

const requestsKey = ['privacy', 'requests'] as const

/** Loads the requests about personal data that the user sent, and those sent for them. */
export function dataRequestsQuery(page: number) {
  return queryOptions({
    queryKey: [...requestsKey, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        dataRightEndpoints.list,
        { query: { page } },
        { signal, fallback: 'Error server al obtener tus solicitudes' },
      ),
  })
}

/** Claims an access. The lists of requests and of accesses then show the claim. */
export function useClaimAccess(accessId: number, ownId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: string) =>
      call(
        dataRightEndpoints.claim,
        { body: { access_id: accessId, message } },
        { fallback: 'No ha sido posible enviar el reclamo' },
      ),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: requestsKey }),
        client.invalidateQueries({ queryKey: [...recordKey(ownId), 'accesses'] }),
      ]),
  })
}

type Draft = Sent<typeof dataRightEndpoints.request>['body']

export function useSendDataRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Draft) =>
      (
        await call(
          dataRightEndpoints.request,
          { body },
          { fallback: 'No ha sido posible enviar la solicitud' },
        )
      ).request,
    onSuccess: () => client.invalidateQueries({ queryKey: requestsKey }),
  })
}
