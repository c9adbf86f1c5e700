import { newsEndpoints } from '@mi-portal/contract/news'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Loads what is new for the user and for the people whose record they may see. */
export const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: ({ signal }) =>
    call(newsEndpoints.list, {}, { signal, fallback: 'No pudimos cargar tus novedades' }),
  // What the user read or decided on another page is not new any more when they come back.
  staleTime: 0,
})
