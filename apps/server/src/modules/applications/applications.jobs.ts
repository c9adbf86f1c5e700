import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { ApplicationStatesService } from './application-states.service.ts'

// The link to the page of a decided application lives as long as the images of the document.
const day = 24 * 3_600_000

export function createApplicationsJobs(
  states: ApplicationStatesService,
  clock: Clock,
  retentionDays: number,
): PeriodicJob[] {
  return [
    {
      name: 'applications.purge',
      cron: '20 4 * * *',
      run: async () => ({
        links: await states.purgeLinks(new Date(clock.now().getTime() - retentionDays * day)),
      }),
    },
  ]
}
