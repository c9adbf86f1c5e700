import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import * as identitySql from './identity.sql.ts'
import { recordImportedDeaths } from './record-reported-deaths.ts'

const day = 24 * 3_600_000

export const createIdentityJobs = (ctx: Context): PeriodicJob[] => [
  {
    // Checks are kept long enough to examine a complaint. A check holds a RUN, an e-mail address and a mobile number.
    name: 'identity.purge',
    cron: '50 3 * * *',
    run: async () => {
      const before = new Date(ctx.clock.now().getTime() - ctx.config.keep.draftsDays * day)
      return { checks: await identitySql.purge(ctx.db, before) }
    },
  },
  {
    name: 'identity.registry-deaths',
    cron: '25 * * * *',
    run: async () => ({ deaths: await recordImportedDeaths(ctx) }),
  },
]
