import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { sharesKept } from './shares.rules.ts'
import type { SharesStore } from './shares.store.ts'

export function sharesJobs(store: Pick<SharesStore, 'purge'>, clock: Clock): PeriodicJob[] {
  return [
    {
      name: 'exams.purgeShares',
      cron: '40 4 * * *',
      run: async () => ({ shares: await store.purge(new Date(clock.now().getTime() - sharesKept)) }),
    },
  ]
}
