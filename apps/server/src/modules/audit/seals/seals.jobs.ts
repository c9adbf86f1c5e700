import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { SealsService } from './seals.service.ts'

export function createSealsJobs(seals: SealsService): PeriodicJob[] {
  return [{ name: 'audit.seal', cron: '* * * * *', run: async () => ({ blocks: await seals.seal() }) }]
}
