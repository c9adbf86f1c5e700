import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { OutsideBookingService } from './outside-booking.service.ts'

export function outsideBookingJobs(booking: OutsideBookingService): PeriodicJob[] {
  return [{ name: 'booking.settle', cron: '* * * * *', run: booking.settle }]
}
