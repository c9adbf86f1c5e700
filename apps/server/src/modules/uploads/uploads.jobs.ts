import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { removeAbandonedFiles, sealStoredFiles } from './store-files.ts'

export function createUploadsJobs(ctx: Context): PeriodicJob[] {
  return [
    {
      name: 'uploads.remove',
      cron: '25 * * * *',
      run: async () => ({ abandoned: await removeAbandonedFiles(ctx) }),
    },
    { name: 'files.seal', cron: '*/10 * * * *', run: () => sealStoredFiles(ctx) },
  ]
}
