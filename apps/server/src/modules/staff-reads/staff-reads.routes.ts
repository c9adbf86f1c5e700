import { staffReadEndpoints } from '@mi-portal/contract/staff-reads'
import { routes } from '../../platform/context/operation.ts'
import { giveOpeningReason } from './open-people.ts'

export const staffReadRoutes = routes(staffReadEndpoints, {
  giveReason: giveOpeningReason,
})
