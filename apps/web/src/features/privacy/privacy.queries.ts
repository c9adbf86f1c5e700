import type { Sent } from '@mi-portal/contract/endpoint'
import { privacyEndpoints } from '@mi-portal/contract/privacy'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const requestsKey = ['privacy', 'requests'] as const

/** Loads the requests about personal data that the user sent, and those sent for them. */
export function dataRequestsQuery(page: number) {
  return queryOptions({
    queryKey: [...requestsKey, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        privacyEndpoints.list,
        { query: { page } },
        { signal, fallback: 'Error server al obtener tus solicitudes' },
      ),
  })
}

type Draft = Sent<typeof privacyEndpoints.request>['body']

export function useSendDataRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Draft) =>
      (await call(privacyEndpoints.request, { body }, { fallback: 'No ha sido posible enviar la solicitud' }))
        .request,
    onSuccess: () => client.invalidateQueries({ queryKey: requestsKey }),
  })
}
