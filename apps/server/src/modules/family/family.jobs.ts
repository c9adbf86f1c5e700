import type { PeriodicJob } from '../../platform/jobs.ts'
import type { ComingOfAgeService } from './coming-of-age.service.ts'

export function createFamilyJobs(comingOfAge: Pick<ComingOfAgeService, 'notifyDue'>): PeriodicJob[] {
  return [
    {
      name: 'family.comingOfAge',
      cron: '40 8 * * *',
      run: async () => ({ notified: await comingOfAge.notifyDue() }),
    },
  ]
}
