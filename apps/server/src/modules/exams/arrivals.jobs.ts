import type { PeriodicJob } from '../../platform/jobs.ts'
import type { ArrivalsService } from './arrivals.service.ts'

/** What the inbox adds is told of at once; this finds what a crash or the demonstration left untold. */
export function arrivalsJobs(arrivals: ArrivalsService): PeriodicJob[] {
  return [
    {
      name: 'exams.announce',
      cron: '* * * * *',
      run: async () => ({ exams: await arrivals.announce() }),
    },
  ]
}
