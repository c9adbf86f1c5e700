/** Scheduling in the portal's own calendars. */
import type { ExamCalls } from '../exam-booking/exam-booking.service.ts'
import type { SchedulingService } from '../scheduling.service.ts'
import { waitingService } from '../waiting/waiting.service.ts'
import { waitingStore } from '../waiting/waiting.store.ts'
import { availabilityService } from './availability.service.ts'
import { embeddedBookingService } from './booking.service.ts'
import { holdsService } from './holds.service.ts'

type EmbeddedSchedulingDependencies = Parameters<typeof availabilityService>[0] &
  Parameters<typeof holdsService>[0] &
  Parameters<typeof embeddedBookingService>[0] &
  Omit<Parameters<typeof waitingService>[0], 'store' | 'freedTimes'> & { readonly exams: ExamCalls }

export function embeddedScheduling(dependencies: EmbeddedSchedulingDependencies): SchedulingService {
  const { db, appointmentRecords } = dependencies
  return {
    calls: {
      ...availabilityService(dependencies),
      ...holdsService(dependencies),
      ...embeddedBookingService(dependencies),
    },
    exams: dependencies.exams,
    waiting: waitingService({
      ...dependencies,
      store: waitingStore(db),
      freedTimes: appointmentRecords.freedTimes,
    }),
    // The cancelled row of the record is all there is.
    giveUp: async () => {},
    hasOwnCalendars: true,
    jobs: [],
  }
}
