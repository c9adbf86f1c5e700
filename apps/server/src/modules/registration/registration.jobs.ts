import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { RegistrationService } from './registration.service.ts'

// Drafts are deleted after `keptDays` without a change. The registration then has to start again.
const day = 24 * 3_600_000

export function registrationJobs(
  registration: RegistrationService,
  clock: Clock,
  keptDays: number,
): PeriodicJob[] {
  return [
    {
      name: 'registration.purge',
      cron: '0 4 * * *',
      run: async () => ({
        drafts: await registration.purgeDrafts(new Date(clock.now().getTime() - keptDays * day)),
      }),
    },
  ]
}
