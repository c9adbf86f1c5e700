import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { storeDueIdentityMode } from './choose-identity-mode.ts'

export const createInstallationJobs = (ctx: Context): PeriodicJob[] => [
  {
    name: 'installation.makeIdentityDue',
    cron: '*/10 * * * *',
    run: async () => ({ made: await storeDueIdentityMode(ctx) }),
  },
]
