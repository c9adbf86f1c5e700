import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { AccountLinksService } from './account-links/account-links.service.ts'
import type { SecondFactorService } from './second-factor/second-factor.service.ts'
import type { SessionStore } from './session.store.ts'

// Sessions are deleted `retentionDays` after their expiry, so a browser left open until then can still show why they ended.
const day = 24 * 3_600_000

/**
 * Removes sessions that expired more than `retentionDays` ago and expired temporary passwords, challenges, links and
 * rate-limit counts. Another job seals second factors again under the current secret.
 */
export function createSessionJobs(
  store: SessionStore,
  {
    secondFactor,
    links,
    rateLimiter,
    clock,
  }: {
    readonly secondFactor: Pick<SecondFactorService, 'purge' | 'renew'>
    readonly links: Pick<AccountLinksService, 'purge'>
    readonly rateLimiter: RateLimiter
    readonly clock: Clock
  },
  retentionDays: number,
): PeriodicJob[] {
  return [
    {
      name: 'session.purge',
      cron: '40 3 * * *',
      run: async () => {
        const now = clock.now()
        const counts = await store.purge(new Date(now.getTime() - retentionDays * day), now)
        return {
          ...counts,
          challenges: await secondFactor.purge(),
          accountLinks: await links.purge(),
          rateLimiter: await rateLimiter.deleteExpired(),
        }
      },
    },
    {
      name: 'secondFactor.renew',
      cron: '23 * * * *',
      run: async () => ({ renewed: await secondFactor.renew() }),
    },
  ]
}
