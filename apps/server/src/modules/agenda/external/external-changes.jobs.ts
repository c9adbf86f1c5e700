import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { ExternalChangesService } from './external-changes.service.ts'

export function createExternalChangesJobs(changes: ExternalChangesService): PeriodicJob[] {
  return [
    { name: 'agenda.external', cron: '* * * * *', run: changes.compare },
    {
      name: 'agenda.externalPurge',
      cron: '40 3 * * *',
      run: async () => ({ appointments: await changes.purge() }),
    },
  ]
}
