import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { defineCases, own, staffOnly } from '../../../test/authorization/cases.ts'

export const emergencyContactCases = defineCases('emergency-contacts', emergencyContactEndpoints, {
  own: own(),
  save: own({ body: { name: 'Rosa Tapia', relationship: 'Mamá', phone: '987654321' } }),
  remove: own(),
  ofPatient: staffOnly({ sent: ({ id }) => ({ params: { id } }) }),
})

export const emergencyContactRows = `insert into emergency_contacts (person_id, name, relationship, phone, updated_at)
  select p, 'x', 'x', '987654321', $2::timestamptz from unnest($1::int[]) p`
