import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { purgeResetCodes } from './second-factor-resets/use-reset-codes.ts'

export function createAccountSecurityJobs(ctx: Context): PeriodicJob[] {
  return [
    {
      name: 'accountSecurity.purge',
      cron: '51 * * * *',
      run: async () => ({ resetCodes: await purgeResetCodes(ctx) }),
    },
  ]
}
