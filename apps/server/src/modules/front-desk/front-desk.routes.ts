import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { routes } from '../../platform/context/operation.ts'
import { listBookableItems } from './list-items.ts'
import { readDay } from './read-day.ts'
import { readPatientPage } from './read-patient-page.ts'

export const frontDeskRoutes = routes(frontDeskEndpoints, {
  day: readDay,
  items: listBookableItems,
  patient: readPatientPage,
})
