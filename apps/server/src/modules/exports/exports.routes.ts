import { exportEndpoints } from '@mi-portal/contract/exports'
import { routes } from '../../platform/context/operation.ts'
import { downloadExport } from './download-exports.ts'
import { listOwnExports, requestExport } from './request-exports.ts'

export const exportRoutes = routes(exportEndpoints, {
  request: requestExport,
  list: listOwnExports,
  file: downloadExport,
})
