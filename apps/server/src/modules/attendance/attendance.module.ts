import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { AppointmentRecords } from '../appointments/appointment-records.service.ts'
import { mountAttendanceRoutes } from './attendance.routes.ts'
import { createAttendanceService } from './attendance.service.ts'
import { createAttendanceStore } from './attendance.store.ts'

export function createAttendanceModule(
  { db, audit, clock }: Platform,
  { appointmentRecords }: { readonly appointmentRecords: AppointmentRecords },
) {
  const store = createAttendanceStore(db)
  const attendance = createAttendanceService({ db, store, appointmentRecords, audit, clock })
  return { routes: (app: FastifyInstance) => mountAttendanceRoutes(app, attendance) }
}
