import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { WaitingList } from '../../../ports/scheduling.ts'

export function createWaitingJobs(waiting: WaitingList): PeriodicJob[] {
  return [{ name: 'booking.offerFreed', cron: '* * * * *', run: waiting.offerFreed }]
}
