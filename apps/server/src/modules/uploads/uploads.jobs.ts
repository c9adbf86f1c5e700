import type { PeriodicJob } from '../../platform/jobs.ts'
import type { UploadsService } from './uploads.service.ts'

export function createUploadsJobs(uploads: UploadsService): PeriodicJob[] {
  return [
    {
      name: 'uploads.remove',
      cron: '25 * * * *',
      run: async () => ({ abandoned: await uploads.removeAbandoned() }),
    },
    { name: 'files.seal', cron: '*/10 * * * *', run: uploads.sealStored },
  ]
}
