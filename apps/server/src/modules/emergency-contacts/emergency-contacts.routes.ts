import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { routes } from '../../platform/context/operation.ts'
import { getOwnEmergencyContact, getPatientEmergencyContact } from './get-emergency-contact.ts'
import { removeEmergencyContact } from './remove-emergency-contact.ts'
import { saveEmergencyContact } from './save-emergency-contact.ts'

export const emergencyContactRoutes = routes(emergencyContactEndpoints, {
  own: getOwnEmergencyContact,
  save: saveEmergencyContact,
  remove: removeEmergencyContact,
  ofPatient: getPatientEmergencyContact,
})
