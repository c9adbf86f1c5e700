import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PeriodicJob } from '../../../platform/jobs.ts'
import * as visitsSql from './visits.sql.ts'

export function createVisitsJobs(db: Database, clock: Clock): PeriodicJob[] {
  return [
    {
      name: 'visits.purge',
      cron: '*/10 * * * *',
      run: async () => ({ assertions: await visitsSql.purge(db, clock.now()) }),
    },
  ]
}
