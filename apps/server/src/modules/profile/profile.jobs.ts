import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { PeopleService } from '../people/people.service.ts'

// Links are deleted `keptDays` after their expiry, so until then they are reported as expired instead of unknown.
const day = 24 * 3_600_000

export function profileJobs(
  accounts: Pick<PeopleService['accounts'], 'purgeEmailChanges'>,
  clock: Clock,
  keptDays: number,
): PeriodicJob[] {
  return [
    {
      name: 'profile.purge',
      cron: '25 * * * *',
      run: async () => {
        const now = clock.now()
        return { ...(await accounts.purgeEmailChanges(now, new Date(now.getTime() - keptDays * day))) }
      },
    },
  ]
}
