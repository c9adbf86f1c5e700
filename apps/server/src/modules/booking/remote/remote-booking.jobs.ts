import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { RemoteBookingService } from './remote-booking.service.ts'

export function createRemoteBookingJobs(
  booking: Pick<RemoteBookingService, 'resolveUnanswered'>,
): PeriodicJob[] {
  return [{ name: 'booking.settle', cron: '* * * * *', run: booking.resolveUnanswered }]
}
