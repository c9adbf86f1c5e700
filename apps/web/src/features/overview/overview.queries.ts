/** Loads the start page of the administration and the lists behind its numbers. */
import { overviewEndpoints } from '@mi-portal/contract/overview'
import type { Page } from '@mi-portal/contract/paging'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const overviewKey = ['overview'] as const

export const summaryQuery = queryOptions({
  queryKey: [...overviewKey, 'summary'],
  staleTime: 0,
  queryFn: ({ signal }) =>
    call(overviewEndpoints.summary, {}, { signal, fallback: 'Error server al obtener el resumen' }),
})

export const mailsQuery = ({ page, limit }: Page) =>
  queryOptions({
    queryKey: [...overviewKey, 'mails', page, limit],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        overviewEndpoints.mails,
        { query: { page, limit } },
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

export const signInsQuery = ({ page, limit }: Page) =>
  queryOptions({
    queryKey: [...overviewKey, 'sign-ins', page, limit],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        overviewEndpoints.signIns,
        { query: { page, limit } },
        { signal, fallback: 'Error server al obtener los ingresos' },
      ),
  })

export const surveyQuery = ({ page, limit }: Page) =>
  queryOptions({
    queryKey: [...overviewKey, 'survey', page, limit],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        overviewEndpoints.survey,
        { query: { page, limit } },
        { signal, fallback: 'Error server al obtener las respuestas' },
      ),
  })
