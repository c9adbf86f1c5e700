import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { MailedCodesService } from './mailed-codes.service.ts'

/** Removes mailed codes that have expired. */
export function createMailedCodesJobs(mailedCodes: Pick<MailedCodesService, 'purge'>): PeriodicJob[] {
  return [
    {
      name: 'mailedCodes.purge',
      cron: '50 3 * * *',
      run: async () => ({ mailedCodes: await mailedCodes.purge() }),
    },
  ]
}
