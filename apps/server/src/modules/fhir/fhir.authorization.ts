import { fhirEndpoints, serviceAccountEndpoints } from '@mi-portal/contract/fhir/fhir'
import {
  closed,
  defineCases,
  nothingThere,
  open,
  own,
  superAdminOnly,
} from '../../../test/authorization/cases.ts'

export const fhirCases = [
  ...defineCases('fhir', fhirEndpoints, {
    metadata: open(),
    // Needs the secret of a service account, which none of these callers has.
    transaction: closed(),
    search: own({ params: { type: 'Appointment' } }),
    searchByForm: own({ params: { type: 'Appointment' } }),
    read: own({ sent: ({ id }) => ({ params: { type: 'Patient', id } }) }),
  }),

  ...defineCases('serviceAccounts', serviceAccountEndpoints, {
    list: superAdminOnly({ shows: ['name'], ofEveryPatient: true }),
    create: superAdminOnly({ body: {}, ok: 400 }),
    revoke: superAdminOnly({ ...nothingThere, ok: 404 }),
  }),
]
