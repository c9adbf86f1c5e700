/** Scheduling in the portal's own calendars. */
import type { ExamCatalogue, Scheduling } from '../../../ports/scheduling.ts'
import { createWaitingService } from '../waiting/waiting.service.ts'
import { createAvailabilityService } from './availability.service.ts'
import { createEmbeddedBookingService } from './booking.service.ts'
import { createHoldsService } from './holds.service.ts'

type EmbeddedSchedulingDependencies = Parameters<typeof createAvailabilityService>[0] &
  Parameters<typeof createHoldsService>[0] &
  Parameters<typeof createEmbeddedBookingService>[0] &
  Omit<Parameters<typeof createWaitingService>[0], 'store' | 'freedTimes'> & { readonly exams: ExamCatalogue }

export function createEmbeddedScheduling(dependencies: EmbeddedSchedulingDependencies): Scheduling {
  const { db, appointmentRecords } = dependencies
  return {
    calls: {
      ...createAvailabilityService(dependencies),
      ...createHoldsService(dependencies),
      ...createEmbeddedBookingService(dependencies),
    },
    exams: dependencies.exams,
    waiting: createWaitingService({
      ...dependencies,
      db,
      freedTimes: appointmentRecords.freedTimes,
    }),
    // The cancelled row of the record is all there is.
    requestCancellation: async () => {},
    hasOwnCalendars: true,
    jobs: [],
  }
}
