import type { Context } from '../../../platform/context/context.ts'
import type { PeriodicJob } from '../../../platform/jobs.ts'
import { maintainDelegations } from './manage-delegations.ts'

export function createDelegationsJobs(ctx: Context): PeriodicJob[] {
  return [{ name: 'family.delegations', cron: '20 8 * * *', run: () => maintainDelegations(ctx) }]
}
