import { auditEndpoints } from '@mi-portal/contract/audit'
import { routes } from '../../platform/context/operation.ts'
import { exportEvents, listActions, listEvents } from './search-audit-log.ts'

export const auditRoutes = routes(auditEndpoints, {
  list: listEvents,
  actions: listActions,
  export: exportEvents,
})
