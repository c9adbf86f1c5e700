/** Scheduling in the calendars of an external service, which has the same API. */
import type { Database } from '../../../platform/database/database.ts'
import type { RemoteScheduling, Scheduling } from '../../../ports/scheduling.ts'
import type { AppointmentRecords } from '../../appointments/appointment-records.service.ts'
import { createRemoteBookingJobs } from './remote-booking.jobs.ts'
import { createRemoteBookingService } from './remote-booking.service.ts'
import { createRemoteExamsService } from './remote-exams.service.ts'
import { createRemoteWaitsService } from './remote-waits.service.ts'

type RemoteSchedulingDependencies = {
  readonly db: Database
  readonly appointmentRecords: AppointmentRecords
  readonly service: RemoteScheduling
} & Omit<Parameters<typeof createRemoteBookingService>[0], 'store' | 'appointments'> &
  Omit<Parameters<typeof createRemoteWaitsService>[0], 'store' | 'holds'>

export function createRemoteSchedulingModule(dependencies: RemoteSchedulingDependencies): Scheduling {
  const { db } = dependencies
  const { requestCancellation, resolveUnanswered, ...calls } = createRemoteBookingService({
    ...dependencies,
    db,
  })
  return {
    calls,
    exams: createRemoteExamsService(dependencies),
    waiting: createRemoteWaitsService({ ...dependencies, db }),
    requestCancellation,
    hasOwnCalendars: false,
    jobs: createRemoteBookingJobs({ resolveUnanswered }),
  }
}
