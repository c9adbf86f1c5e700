import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { reportSignInsOfWeek } from './after-changes/report-sign-ins.ts'
import { makeDueChanges } from './decide-changes.ts'
import { expireOverdueChanges } from './drop-changes.ts'

export function createConfirmationsJobs(ctx: Context): PeriodicJob[] {
  return [
    {
      name: 'confirmations.expire',
      cron: '20 * * * *',
      run: async () => ({ expired: await expireOverdueChanges(ctx) }),
    },
    {
      name: 'confirmations.makeDue',
      cron: '*/10 * * * *',
      run: async () => ({ made: await makeDueChanges(ctx) }),
    },
    {
      name: 'confirmations.reportSignIns',
      cron: '10 9 * * 1',
      run: async () => ({ signIns: await reportSignInsOfWeek(ctx) }),
    },
  ]
}
