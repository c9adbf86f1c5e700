import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import type { SessionStore } from './session.store.ts'

// Sessions are deleted `retentionDays` after their expiry, so a browser left open until then can still show why they ended.
const day = 24 * 3_600_000

/**
 * Removes sessions that expired more than `retentionDays` ago and expired temporary passwords, challenges and rate-limit
 * counts. Another job seals second factors again under the current secret.
 */
export function createSessionJobs(
  store: SessionStore,
  secondFactor: Pick<SecondFactorService, 'purge' | 'renew'>,
  rateLimiter: RateLimiter,
  clock: Clock,
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
