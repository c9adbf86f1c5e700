import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import * as passkeysSql from './passkeys.sql.ts'

export function createPasskeysJobs({ db, clock }: Context): PeriodicJob[] {
  return [
    {
      name: 'passkeys.purge',
      cron: '47 * * * *',
      run: async () => ({ challenges: await passkeysSql.purgeChallenges(db, clock.now()) }),
    },
  ]
}
