/** The photo of a member of a family group. Only the cards of the group load it, so that booking pages need not. */
import { profileEndpoints } from '@mi-portal/contract/profile'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { familiesKey } from './family.queries.ts'

const photoLifetimeMs = 4 * 60_000

/**
 * Loads the address of a person's photo. The address is valid for five minutes, so it is loaded again every four. A
 * failed load is not retried, because the initials are shown instead.
 */
export function photoQuery({ id, image_store_id }: { id: number; image_store_id: number | null }) {
  return queryOptions({
    queryKey: [...familiesKey, 'photo', id, image_store_id],
    enabled: image_store_id !== null,
    staleTime: photoLifetimeMs,
    refetchInterval: photoLifetimeMs,
    retry: false,
    queryFn: async ({ signal }) =>
      (await call(profileEndpoints.photos, { params: { id } }, { signal })).file_profile,
  })
}
