import type { PeriodicJob } from '../../platform/jobs.ts'
import type { AgeStepsService } from './age-steps/age-steps.service.ts'

export function createFamilyJobs(ageSteps: Pick<AgeStepsService, 'notifyDue'>): PeriodicJob[] {
  return [
    {
      name: 'family.ageSteps',
      cron: '40 8 * * *',
      run: async () => ({ notified: await ageSteps.notifyDue() }),
    },
  ]
}
