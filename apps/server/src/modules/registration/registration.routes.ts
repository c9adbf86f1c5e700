import { registrationEndpoints } from '@mi-portal/contract/registration'
import { routes } from '../../platform/context/operation.ts'
import { checkAge } from './check-age.ts'
import { checkDocument } from './check-document.ts'
import { registerPatient } from './register-patient.ts'
import { saveDraft, updateDraft } from './save-draft.ts'

export const registrationRoutes = routes(registrationEndpoints, {
  available: checkDocument,
  age: checkAge,
  saveDraft,
  updateDraft,
  register: registerPatient,
})
