import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { DeepUsersStore } from './deep-users.store.ts'

export function deepUsersJobs(store: Pick<DeepUsersStore, 'mark'>): PeriodicJob[] {
  return [{ name: 'users.mark', cron: '*/5 * * * *', run: async () => ({ marks: await store.mark() }) }]
}
