import { lateResultEndpoints } from '@mi-portal/contract/late-results'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

/** Loads a page of the results that are late. */
export function lateResultsQuery(page: number) {
  return queryOptions({
    queryKey: ['late-results', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        lateResultEndpoints.list,
        { query: { page } },
        { signal, fallback: 'No pudimos cargar los resultados atrasados' },
      ),
  })
}
