import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import { routes } from '../../platform/context/operation.ts'
import { markAppointment, markExam, readMarkOptions } from './mark-private-items.ts'

export const privateItemRoutes = routes(privateItemEndpoints, {
  options: readMarkOptions,
  markExam,
  markAppointment,
})
