import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { casesOf, staffOnly } from '../../../test/authorization/cases.ts'

export const frontDeskCases = casesOf('front-desk', frontDeskEndpoints, {
  patient: staffOnly({
    sent: ({ id }) => ({ params: { id } }),
    shows: ['name', 'document', 'contact', 'clinical', 'reserved', 'request'],
  }),
})
