import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { defineCases, nothingThere, staffOnly } from '../../../test/authorization/cases.ts'

export const confirmationsCases = defineCases('confirmations', confirmationEndpoints, {
  list: staffOnly({ ofEveryPatient: true }),
  signIns: staffOnly({ ofEveryPatient: true }),
  confirm: staffOnly({ ...nothingThere, ok: 404 }),
  reject: staffOnly({ ...nothingThere, body: { reason: 'wrong-data' }, ok: 404 }),
  withdraw: staffOnly({ ...nothingThere, ok: 404 }),
})
