import { alertEndpoints } from '@mi-portal/contract/alerts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The active notices of the public area. */
export const publicAlertsQuery = queryOptions({
  queryKey: ['alerts', 'public'],
  queryFn: async ({ signal }) => (await call(alertEndpoints.listPublic, {}, { signal })).alerts,
})
