import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PeriodicJob } from '../../../platform/jobs.ts'
import * as sharesSql from './shares.sql.ts'

// Shares are deleted `retentionDays` after their expiry, so until then the patient can see when they were opened.
const day = 24 * 3_600_000

export function createSharesJobs(db: Database, clock: Clock, retentionDays: number): PeriodicJob[] {
  return [
    {
      name: 'exams.purgeShares',
      cron: '40 4 * * *',
      run: async () => ({
        shares: await sharesSql.purge(db, new Date(clock.now().getTime() - retentionDays * day)),
      }),
    },
  ]
}
