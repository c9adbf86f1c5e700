import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { accounts } from '../people/accounts/accounts.service.ts'

const day = 24 * 3_600_000

export function createProfileJobs({
  db,
  clock,
  config,
}: Pick<Context, 'db' | 'clock' | 'config'>): PeriodicJob[] {
  return [
    {
      name: 'profile.purge',
      cron: '25 * * * *',
      run: async () => {
        const now = clock.now()
        // Until then a link is reported as expired instead of unknown.
        const gone = new Date(now.getTime() - config.keep.draftsDays * day)
        return { ...(await accounts.purgeEmailChanges(db, now, gone)) }
      },
    },
  ]
}
