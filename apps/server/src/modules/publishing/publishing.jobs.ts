import type { PeriodicJob } from '../../platform/jobs.ts'
import type { PublishingService } from './publishing.service.ts'

export function createPublishingJobs(publishing: PublishingService): PeriodicJob[] {
  return [
    {
      name: 'publishing.forgetImages',
      cron: '35 3 * * *',
      run: async () => ({ forgotten: await publishing.forgetImages() }),
    },
  ]
}
