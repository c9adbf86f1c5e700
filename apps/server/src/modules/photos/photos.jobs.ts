import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { removeDueFiles } from './store-photos.ts'

export function createPhotosJobs(ctx: Context): PeriodicJob[] {
  return [
    { name: 'photos.remove', cron: '15 * * * *', run: async () => ({ due: await removeDueFiles(ctx) }) },
  ]
}
