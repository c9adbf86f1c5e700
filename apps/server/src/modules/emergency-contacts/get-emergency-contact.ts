import { ApiError } from '@mi-portal/contract/calls/api-error'
import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { findEmergencyContact, findPatient } from './emergency-contacts.sql.ts'

export const getOwnEmergencyContact = operation(emergencyContactEndpoints.own, async ({ db, actor }) => ({
  contact: await findRow(db, findEmergencyContact, { person_id: actor.id }),
}))

export const getPatientEmergencyContact = operation(
  emergencyContactEndpoints.ofPatient,
  async ({ db, audit }, { params }) => {
    const patient = await findRow(db, findPatient, { id: params.id })
    if (patient === null) throw new ApiError('notFound')
    const contact = await findRow(db, findEmergencyContact, { person_id: params.id })
    await audit.record('emergency-contacts.read', { patientId: params.id })
    return { contact }
  },
)
