import { staffReadEndpoints } from '@mi-portal/contract/staff-reads'
import { casesOf, staffOnly } from '../../../test/authorization/cases.ts'

export const staffReadsCases = casesOf('staff-reads', staffReadEndpoints, {
  giveReason: staffOnly({ body: { reason: 'busy-day' } }),
})
