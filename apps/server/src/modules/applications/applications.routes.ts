import { applicationEndpoints } from '@mi-portal/contract/applications'
import { routes } from '../../platform/context/operation.ts'
import { createCounterCode, getApplication } from './read-applications.ts'

export const applicationRoutes = routes(applicationEndpoints, {
  state: getApplication,
  createCode: createCounterCode,
})
