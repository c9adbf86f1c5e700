import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { WaitingService } from './waiting.service.ts'

export function createWaitingJobs(waiting: WaitingService): PeriodicJob[] {
  return [{ name: 'booking.offerFreed', cron: '* * * * *', run: waiting.offerFreed }]
}
