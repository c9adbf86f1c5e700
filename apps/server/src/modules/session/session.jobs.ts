import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { purgeAccountLinks } from './account-links/create-account-links.ts'
import { renewSeals } from './second-factor/seal-secrets.ts'
import { purgeChallenges } from './second-factor/store-challenges.ts'
import { purgeSessions } from './session.store.ts'
import { purgeMailedCodes } from './sign-in/use-mailed-codes.ts'

const day = 24 * 3_600_000

/** Removes what has expired, and seals second factors again under the current secret. */
export function createSessionJobs(ctx: Context): PeriodicJob[] {
  return [
    {
      name: 'session.purge',
      cron: '40 3 * * *',
      run: async () => {
        const now = ctx.clock.now()
        // A browser left open until then can still show why its session ended.
        const counts = await purgeSessions(
          ctx,
          new Date(now.getTime() - ctx.config.keep.sessionsDays * day),
          now,
        )
        return {
          ...counts,
          challenges: await purgeChallenges(ctx),
          accountLinks: await purgeAccountLinks(ctx),
          rateLimiter: await ctx.rateLimiter.deleteExpired(),
        }
      },
    },
    { name: 'secondFactor.renew', cron: '23 * * * *', run: async () => ({ renewed: await renewSeals(ctx) }) },
    {
      name: 'mailedCodes.purge',
      cron: '50 3 * * *',
      run: async () => ({ mailedCodes: await purgeMailedCodes(ctx) }),
    },
  ]
}
