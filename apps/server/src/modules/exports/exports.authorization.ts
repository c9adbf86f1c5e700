import { exportEndpoints } from '@mi-portal/contract/exports'
import { defineCases, ofPatient, own } from '../../../test/authorization/cases.ts'

export const exportsCases = defineCases('exports', exportEndpoints, {
  request: ofPatient({ sent: ({ id }) => ({ params: { patientId: id } }) }),
  list: own(),
  file: own({ params: { id: 2_000_000_000, kind: 'pdf' }, ok: 404 }),
})
