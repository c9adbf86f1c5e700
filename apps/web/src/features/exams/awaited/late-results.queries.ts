import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import { type lateResultColumns, lateResultEndpoints } from '@mi-portal/contract/exams/late-results'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

/** Loads a page of the results that are late. */
export function lateResultsQuery({ page, limit, order }: OrderedPage<typeof lateResultColumns>) {
  return queryOptions({
    queryKey: ['late-results', page, limit, order],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        lateResultEndpoints.list,
        { query: { page, limit, order } },
        { signal, fallback: 'No pudimos cargar los resultados atrasados' },
      ),
  })
}
