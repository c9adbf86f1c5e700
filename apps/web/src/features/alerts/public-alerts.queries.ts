import { alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { documentAlerts, openedAt } from './document-alerts.rules.ts'

/**
 * Loads the active alerts of the public area. The page that shows them already contains them, so that nothing moves
 * later.
 */
export const publicAlertsQuery = queryOptions({
  queryKey: ['alerts', 'public'],
  queryFn: async ({ signal }) => (await call(alertEndpoints.listPublic, {}, { signal })).alerts,
  initialData: documentAlerts,
  initialDataUpdatedAt: openedAt,
})
