import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { AwaitedResultsService } from './awaited-results.service.ts'

export function createAwaitedResultsJobs(awaited: AwaitedResultsService): PeriodicJob[] {
  // In the morning in Chile, after results of the night were imported.
  return [
    {
      name: 'exams.late',
      cron: '0 13 * * *',
      run: async () => ({ exams: await awaited.announceLateResults() }),
    },
  ]
}
