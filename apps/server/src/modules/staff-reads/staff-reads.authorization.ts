import { staffReadEndpoints } from '@mi-portal/contract/staff-reads'
import { defineCases, staffOnly } from '../../../test/authorization/cases.ts'

export const staffReadsCases = defineCases('staff-reads', staffReadEndpoints, {
  giveReason: staffOnly({ body: { reason: 'busy-day' } }),
})
