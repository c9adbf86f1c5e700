import { adEndpoints } from '@mi-portal/contract/ads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The clinic's announcements meant for the signed-in person, in their order. */
export const adsQuery = queryOptions({
  queryKey: ['ads'],
  queryFn: async ({ signal }) => (await call(adEndpoints.list, {}, { signal })).ads,
})
