import { peopleEndpoints } from '@mi-portal/contract/people'
import { defineCases, ofPatient, own } from '../../../test/authorization/cases.ts'
import { withId } from '../../../test/authorization/sent.ts'

export const peopleCases = defineCases('people', peopleEndpoints, {
  self: own({ but: { administrator: 200, superAdministrator: 200 } }),
  one: ofPatient({
    sent: withId,
    but: { administrator: 200, superAdministrator: 200 },
    shows: { patients: ['name', 'document', 'account'], staff: ['name', 'document', 'contact', 'account'] },
  }),
})
