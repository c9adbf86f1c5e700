import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { forgetUnusedImages } from './store-publications.ts'

export function createPublishingJobs(ctx: Context): PeriodicJob[] {
  return [
    {
      name: 'publishing.forgetImages',
      cron: '35 3 * * *',
      run: async () => ({ forgotten: await forgetUnusedImages(ctx) }),
    },
  ]
}
