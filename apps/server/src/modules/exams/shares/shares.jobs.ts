import type { Clock } from '../../../platform/clock.ts'
import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { SharesStore } from './shares.store.ts'

// Shares are deleted `retentionDays` after their expiry, so until then the patient can see when they were opened.
const day = 24 * 3_600_000

export function createSharesJobs(
  store: Pick<SharesStore, 'purge'>,
  clock: Clock,
  retentionDays: number,
): PeriodicJob[] {
  return [
    {
      name: 'exams.purgeShares',
      cron: '40 4 * * *',
      run: async () => ({ shares: await store.purge(new Date(clock.now().getTime() - retentionDays * day)) }),
    },
  ]
}
