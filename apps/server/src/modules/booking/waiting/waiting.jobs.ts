import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { WaitingService } from './waiting.service.ts'

export function waitingJobs(waiting: WaitingService): PeriodicJob[] {
  return [{ name: 'booking.offerFreed', cron: '* * * * *', run: waiting.offerFreed }]
}
