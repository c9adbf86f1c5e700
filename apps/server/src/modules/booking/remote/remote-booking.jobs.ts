import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { RemoteBookingService } from './remote-booking.service.ts'

export function remoteBookingJobs(booking: Pick<RemoteBookingService, 'settle'>): PeriodicJob[] {
  return [{ name: 'booking.settle', cron: '* * * * *', run: booking.settle }]
}
