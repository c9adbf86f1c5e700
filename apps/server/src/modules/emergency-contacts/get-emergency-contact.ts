import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { requirePatient } from '../people/read-people.ts'
import { findEmergencyContact } from './emergency-contacts.sql.ts'

export const getOwnEmergencyContact = operation(emergencyContactEndpoints.own, async ({ db, actor }) => ({
  contact: await findRow(db, findEmergencyContact, { person_id: actor.id }),
}))

export const getPatientEmergencyContact = operation(
  emergencyContactEndpoints.ofPatient,
  async ({ db, audit }, { params }) => {
    await requirePatient({ db }, params.id)
    const contact = await findRow(db, findEmergencyContact, { person_id: params.id })
    await audit.record('emergency-contacts.read', { patientId: params.id })
    return { contact }
  },
)
