import { medicalOrderEndpoints, staffMedicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import { routes } from '../../platform/context/operation.ts'
import { attachMedicalOrder, removeMedicalOrder } from './change-medical-orders.ts'
import {
  downloadMedicalOrder,
  downloadMedicalOrderAsStaff,
  readMedicalOrder,
  readMedicalOrderAsStaff,
} from './read-medical-orders.ts'

export const medicalOrderRoutes = routes(medicalOrderEndpoints, {
  one: readMedicalOrder,
  attach: attachMedicalOrder,
  remove: removeMedicalOrder,
  file: downloadMedicalOrder,
})

export const staffMedicalOrderRoutes = routes(staffMedicalOrderEndpoints, {
  one: readMedicalOrderAsStaff,
  file: downloadMedicalOrderAsStaff,
})
