import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { Tries } from '../../platform/security/tries.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import type { SessionStore } from './session.store.ts'

// Sessions are deleted `keptDays` after their expiry, so a browser left open until then can still show why they ended.
const day = 24 * 3_600_000

/**
 * Removes sessions that expired more than `keptDays` ago and expired temporary passwords, challenges and rate-limit
 * counts. Another job seals second factors again under the current secret.
 */
export function sessionJobs(
  store: SessionStore,
  secondFactor: Pick<SecondFactorService, 'purge' | 'renew'>,
  tries: Tries,
  clock: Clock,
  keptDays: number,
): PeriodicJob[] {
  return [
    {
      name: 'session.purge',
      cron: '40 3 * * *',
      run: async () => {
        const now = clock.now()
        const counts = await store.purge(new Date(now.getTime() - keptDays * day), now)
        return { ...counts, challenges: await secondFactor.purge(), tries: await tries.purge() }
      },
    },
    {
      name: 'secondFactor.renew',
      cron: '23 * * * *',
      run: async () => ({ renewed: await secondFactor.renew() }),
    },
  ]
}
