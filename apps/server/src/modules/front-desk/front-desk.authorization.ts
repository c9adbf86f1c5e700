import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { defineCases, staffOnly } from '../../../test/authorization/cases.ts'

export const frontDeskCases = defineCases('front-desk', frontDeskEndpoints, {
  // No appointment of these patients is in a calendar.
  day: staffOnly({ query: { day: '2026-10-17', office_id: 2 }, ofEveryPatient: true }),
  // The catalogue of the clinic names nobody.
  items: staffOnly({}),
  patient: staffOnly({
    sent: ({ id }) => ({ params: { id } }),
    shows: ['name', 'document', 'contact', 'clinical', 'reserved', 'request'],
  }),
})
