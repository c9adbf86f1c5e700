import { peopleEndpoints } from '@mi-portal/contract/people'
import { casesOf, ofPatient, own } from '../../../test/authorization/cases.ts'
import { idOf } from '../../../test/authorization/sent.ts'

export const peopleCases = casesOf('people', peopleEndpoints, {
  self: own({ but: { administrator: 200, superAdministrator: 200 } }),
  one: ofPatient({
    sent: idOf,
    but: { administrator: 200, superAdministrator: 200 },
    shows: { patients: ['name', 'document', 'account'], staff: ['name', 'document', 'contact', 'account'] },
  }),
})
