import { preventionEndpoints } from '@mi-portal/contract/prevention'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const fallback = 'Error server al obtener artículos'

/** The articles meant for the signed-in person. */
export function articlesQuery(ownId: number) {
  return queryOptions({
    queryKey: ['articles', 'own', ownId],
    queryFn: async ({ signal }) =>
      (await call(preventionEndpoints.list, {}, { signal, fallback })).controlsPreventions,
  })
}
