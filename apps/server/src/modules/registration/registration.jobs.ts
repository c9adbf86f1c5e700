import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { RegistrationService } from './registration.service.ts'

// Drafts are deleted after `retentionDays` without a change. The registration then has to start again.
const day = 24 * 3_600_000

export function createRegistrationJobs(
  registration: RegistrationService,
  clock: Clock,
  retentionDays: number,
): PeriodicJob[] {
  return [
    {
      name: 'registration.purge',
      cron: '0 4 * * *',
      run: async () => ({
        drafts: await registration.purgeDrafts(new Date(clock.now().getTime() - retentionDays * day)),
      }),
    },
  ]
}
