import type { PeriodicJob } from '../../platform/jobs.ts'
import type { AfterChangesService } from './after-changes/after-changes.service.ts'
import type { ConfirmationsService } from './confirmations.service.ts'

export function createConfirmationsJobs(
  confirmations: Pick<ConfirmationsService, 'expireOverdue' | 'makeDue'>,
  afterChanges: Pick<AfterChangesService, 'reportWeek'>,
): PeriodicJob[] {
  return [
    {
      name: 'confirmations.expire',
      cron: '20 * * * *',
      run: async () => ({ expired: await confirmations.expireOverdue() }),
    },
    {
      name: 'confirmations.makeDue',
      cron: '*/10 * * * *',
      run: async () => ({ made: await confirmations.makeDue() }),
    },
    {
      name: 'confirmations.reportSignIns',
      cron: '10 9 * * 1',
      run: async () => ({ signIns: await afterChanges.reportWeek() }),
    },
  ]
}
