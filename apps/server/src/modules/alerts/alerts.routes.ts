import { alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { routes } from '../../platform/context/operation.ts'
import * as change from './change-alerts.ts'
import * as read from './read-alerts.ts'

export const alertRoutes = routes(alertEndpoints, {
  listPublic: read.listPublicAlerts,
  list: read.listAlerts,
  one: read.getAlert,
  create: change.createAlert,
  edit: change.editAlert,
  enable: change.enableAlert,
  disable: change.disableAlert,
  remove: change.removeAlerts,
  colors: read.listAlertColors,
  color: read.getAlertColor,
})
