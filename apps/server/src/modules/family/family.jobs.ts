import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { notifyDueSteps } from './age-steps/notify-age-steps.ts'

export function createFamilyJobs(ctx: Context): PeriodicJob[] {
  return [
    {
      name: 'family.ageSteps',
      cron: '40 8 * * *',
      run: async () => ({ notified: await notifyDueSteps(ctx) }),
    },
  ]
}
