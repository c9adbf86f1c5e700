import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { routes } from '../../platform/context/operation.ts'
import { readPatientPage } from './read-patient-page.ts'

export const frontDeskRoutes = routes(frontDeskEndpoints, { patient: readPatientPage })
