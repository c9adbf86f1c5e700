import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import * as registrationSql from './registration.sql.ts'

const day = 24 * 3_600_000

export const createRegistrationJobs = ({ db, clock, config }: Context): PeriodicJob[] => [
  {
    // The registration of a draft that was deleted has to start again.
    name: 'registration.purge',
    cron: '0 4 * * *',
    run: async () => {
      const before = new Date(clock.now().getTime() - config.keep.draftsDays * day)
      return { drafts: await registrationSql.purgeDrafts(db, before) }
    },
  },
]
