/** Loads the start page of the administration and the lists behind its numbers. */

import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import { type latestColumns, type mailColumns, overviewEndpoints } from '@mi-portal/contract/overview'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { signInsFallback } from '../confirmations/confirmations.queries.ts'

const overviewKey = ['overview'] as const

export const summaryQuery = queryOptions({
  queryKey: [...overviewKey, 'summary'],
  staleTime: 0,
  queryFn: ({ signal }) =>
    call(overviewEndpoints.summary, {}, { signal, fallback: 'Error server al obtener el resumen' }),
})

export const mailsQuery = ({ page, limit, order }: OrderedPage<typeof mailColumns>) =>
  queryOptions({
    queryKey: [...overviewKey, 'mails', page, limit, order],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        overviewEndpoints.mails,
        { query: { page, limit, order } },
        { signal, fallback: 'Error server al obtener los correos' },
      ),
  })

/** Sends a mail again that was set aside after its failures. */
export function useRetryMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      call(overviewEndpoints.retryMail, { params: { id } }, { fallback: 'Error server al enviar el correo' }),
    onSettled: () => client.invalidateQueries({ queryKey: overviewKey }),
  })
}

export const signInsQuery = ({ page, limit, order }: OrderedPage<typeof latestColumns>) =>
  queryOptions({
    queryKey: [...overviewKey, 'sign-ins', page, limit, order],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        overviewEndpoints.signIns,
        { query: { page, limit, order } },
        { signal, fallback: signInsFallback },
      ),
  })

export const surveyQuery = ({ page, limit, order }: OrderedPage<typeof latestColumns>) =>
  queryOptions({
    queryKey: [...overviewKey, 'survey', page, limit, order],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        overviewEndpoints.survey,
        { query: { page, limit, order } },
        { signal, fallback: 'Error server al obtener las respuestas' },
      ),
  })
