import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { accounts } from '../people/accounts/accounts.service.ts'

// Links are deleted `retentionDays` after their expiry, so until then they are reported as expired instead of unknown.
const day = 24 * 3_600_000

export function createProfileJobs(db: Database, clock: Clock, retentionDays: number): PeriodicJob[] {
  return [
    {
      name: 'profile.purge',
      cron: '25 * * * *',
      run: async () => {
        const now = clock.now()
        return {
          ...(await accounts.purgeEmailChanges(db, now, new Date(now.getTime() - retentionDays * day))),
        }
      },
    },
  ]
}
