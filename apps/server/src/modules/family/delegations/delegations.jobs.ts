import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { DelegationsService } from './delegations.service.ts'

export function createDelegationsJobs(delegations: Pick<DelegationsService, 'maintain'>): PeriodicJob[] {
  return [{ name: 'family.delegations', cron: '20 8 * * *', run: () => delegations.maintain() }]
}
