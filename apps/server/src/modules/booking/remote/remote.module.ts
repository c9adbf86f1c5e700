/** Scheduling in the calendars of a service outside of the portal, which has the same API. */
import type { Database } from '../../../platform/database/database.ts'
import type { RemoteScheduling } from '../../../ports/scheduling.ts'
import type { AppointmentRecords } from '../../appointments/appointment-records.service.ts'
import type { ExamBookingService } from '../exam-booking/exam-booking.service.ts'
import type { SchedulingService } from '../scheduling.service.ts'
import { remoteBookingJobs } from './remote-booking.jobs.ts'
import { remoteBookingService } from './remote-booking.service.ts'
import { remoteBookingStore } from './remote-booking.store.ts'
import { remoteExamsService } from './remote-exams.service.ts'
import { remoteWaitsService } from './remote-waits.service.ts'
import { remoteWaitsStore } from './remote-waits.store.ts'

type RemoteSchedulingDependencies = {
  readonly db: Database
  readonly appointmentRecords: AppointmentRecords
  readonly service: RemoteScheduling
  /** The exam booking of the portal, whose departments answer requests to be contacted. */
  readonly exams: ExamBookingService
} & Omit<Parameters<typeof remoteBookingService>[0], 'store' | 'appointments'> &
  Omit<Parameters<typeof remoteWaitsService>[0], 'store' | 'holds'>

export function remoteScheduling(dependencies: RemoteSchedulingDependencies): SchedulingService {
  const { db, appointmentRecords, exams } = dependencies
  const store = remoteBookingStore(db)
  const { giveUp, settle, ...calls } = remoteBookingService({
    ...dependencies,
    store,
    appointments: appointmentRecords.external,
  })
  return {
    calls,
    exams: remoteExamsService({ ...dependencies, own: exams }),
    waiting: remoteWaitsService({ ...dependencies, store: remoteWaitsStore(db), holds: store }),
    giveUp,
    hasOwnCalendars: false,
    jobs: remoteBookingJobs({ settle }),
  }
}
