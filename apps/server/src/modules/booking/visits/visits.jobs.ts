import type { Clock } from '../../../platform/clock.ts'
import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { VisitsStore } from './visits.store.ts'

export function createVisitsJobs(store: VisitsStore, clock: Clock): PeriodicJob[] {
  return [
    {
      name: 'visits.purge',
      cron: '*/10 * * * *',
      run: async () => ({ assertions: await store.purge(clock.now()) }),
    },
  ]
}
