import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import { routes } from '../../platform/context/operation.ts'
import { exportArrivals, getAttendance, listArrivals, listPatientAttendance } from './read-attendance.ts'
import { recordAttendance } from './record-attendance.ts'

export const attendanceRoutes = routes(attendanceEndpoints, {
  arrivals: listArrivals,
  exportArrivals,
  ofPatient: listPatientAttendance,
  one: getAttendance,
  record: recordAttendance,
})
